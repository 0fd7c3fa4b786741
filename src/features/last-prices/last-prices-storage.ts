/**
 * The watch list's last prices in localStorage, so that a page loaded without a network can show them. Removed when the
 * session ends, for the disk may be shared (src/app/effects/clear-device-data.ts).
 */
import { writePreference } from '#src/components/stored-preference.ts';

export const lastPricesKeys = { key: 'vigia-last-prices' };

export interface LastPrice {
  readonly key: string;
  readonly match: string;
  readonly target: string;
  readonly currency: string;
  /** null when nothing is on sale. */
  readonly floorCents: number | null;
  /** The nearest threshold in words; null without one. */
  readonly rule: string | null;
  readonly isCrossed: boolean;
}

export interface LastPrices {
  readonly atMs: number;
  readonly prices: readonly LastPrice[];
  /** How many the watch list had beyond these. */
  readonly omitted: number;
}

export const writeLastPrices = (prices: LastPrices) =>
  writePreference(lastPricesKeys, JSON.stringify(prices));

export const clearLastPrices = () => writePreference(lastPricesKeys, null);
