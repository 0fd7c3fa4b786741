/** Schemas of the SSE events of `GET /api/monitoring/stream` (heartbeat: a comment line every 15 s). */
import * as z from 'zod/mini';
import { streamLimits } from '#domain/stream-limits.ts';
import { alertItem } from './alerts.ts';
import { floorCents, identifier, instant } from './primitives.ts';

export const streamQuery = z.strictObject({
  /** Comma-separated match ids; absent = every match, empty = none: alerts and source only. */
  matches: z.optional(
    z
      .string()
      .check(
        z.maxLength(streamLimits.queryLength),
        z.regex(/^([A-Za-z0-9_-]+(,[A-Za-z0-9_-]+)*)?$/),
      ),
  ),
  /** The client's own name for the stream, by which it changes its matches; a stream it had of that name ends. */
  id: z.optional(identifier),
});

/** Of `PUT /api/monitoring/stream/{id}` */
export const streamParams = z.strictObject({ id: identifier });
export const streamMatches = z.strictObject({
  /** The matches whose prices the stream sends from now on. */
  matches: z.array(identifier).check(z.maxLength(streamLimits.matches)),
  /** Those of which the answer has the present prices: the ones added. */
  pricesOf: z.array(identifier).check(z.maxLength(streamLimits.pricesOf)),
});
export type StreamMatches = z.infer<typeof streamMatches>;

const priceUpdate = z.strictObject({
  collectibleId: identifier,
  matchId: identifier,
  floorCents,
  observedAt: instant,
});
export type PriceUpdate = z.infer<typeof priceUpdate>;

/** `event: prices` */
export const pricesEvent = z.strictObject({ items: z.array(priceUpdate) });
export type PricesEvent = z.infer<typeof pricesEvent>;
export const streamMatchesChanged = z.strictObject({
  /** False when this process has no such stream: it has ended, or another process has it. */
  subscribed: z.boolean(),
  items: z.array(priceUpdate),
});
export type StreamMatchesChanged = z.infer<typeof streamMatchesChanged>;
/** `event: alert`: only alerts of the user. */
export const alertEvent = alertItem;
/** `event: source`: whether readings of the market arrive (`fresh`) or have stopped (`stale`). */
export const sourceEvent = z.strictObject({
  state: z.enum(['fresh', 'stale']),
  /** Market time of the newest reading; null before the first. */
  observedAt: z.nullable(instant),
  /** Wall time at which it arrived. */
  arrivedAt: z.nullable(instant),
});
export type SourceEvent = z.infer<typeof sourceEvent>;
