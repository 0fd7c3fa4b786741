/** POST /api/market/readings: a reading that a program of the operator's sends, with the key of its source. */
import * as z from 'zod/mini';
import { instant } from './primitives.ts';

/** Counted before they are parsed. */
export const maxPushedTicks = 20_000;

/** Each entry is validated by itself, like a listing that is read (docs/adding-a-marketplace.md): a bad one costs the others nothing. */
const entries = z.array(z.unknown()).check(z.maxLength(maxPushedTicks));

export const pushedReading = z.strictObject({
  /** When it was so; absent = now. */
  observedAt: z.optional(instant),
  /** `complete`: what the source has and the reading does not is not on sale. */
  kind: z.enum(['complete', 'changes']),
  /** `{id, price, available, currency, listings, lastSale, asks, sales}`; prices in integer cents, null = not on sale. */
  ticks: entries,
  /** `{id, match, category, name, rarity, tickets, page, number, event, stage, home, away, venue, city, zone, kickoff}`. */
  catalogue: z.optional(entries),
});
export type PushedReading = z.infer<typeof pushedReading>;

/** It is stored, and is applied with the next readings. */
export const pushedReadingStored = z.strictObject({
  id: z.string(),
  accepted: z.int(),
  /** One row per reason; `catalogue.…` names the field that is malformed. */
  rejected: z.array(z.strictObject({ reason: z.string(), count: z.int() })),
});
export type PushedReadingStored = z.infer<typeof pushedReadingStored>;
