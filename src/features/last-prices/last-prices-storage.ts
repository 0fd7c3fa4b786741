/**
 * The watch list's last prices in localStorage, so that a page loaded without a network can show them. Removed when the
 * session ends, for the disk may be shared (src/app/effects/clear-device-data.ts).
 */
import { readPreference, writePreference } from '#src/components/stored-preference.ts';

const lastPricesKeys = { key: 'vigia-last-prices' };
/** Of the stored form: another one is not read. */
const version = 1;

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
  writePreference(lastPricesKeys, JSON.stringify({ version, ...prices }));

/** @returns null when there are none, or another version of the app wrote them */
export function readLastPrices(): LastPrices | null {
  try {
    const stored = JSON.parse(readPreference(lastPricesKeys) ?? 'null');
    return stored?.version === version ? stored : null;
  } catch {
    return null;
  }
}

export const clearLastPrices = () => writePreference(lastPricesKeys, null);
