/** Reads the stored last prices. */
import * as z from 'zod/mini';
import { readPreference } from '#src/components/stored-preference.ts';
import { type LastPrices, lastPricesKeys } from './last-prices-storage.ts';

const stored = z.object({
  atMs: z.int(),
  prices: z.array(
    z.object({
      key: z.string(),
      match: z.string(),
      target: z.string(),
      currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
      floorCents: z.nullable(z.int()),
      rule: z.nullable(z.string()),
      isCrossed: z.boolean(),
    }),
  ),
  omitted: z.int(),
});

/** @returns null when there are none, or another version of the app wrote them */
export function readLastPrices(): LastPrices | null {
  try {
    return z.parse(stored, JSON.parse(readPreference(lastPricesKeys) ?? 'null'));
  } catch {
    return null;
  }
}
