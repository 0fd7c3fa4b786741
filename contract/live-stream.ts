/** Schemas of the SSE events of `GET /api/monitoring/stream` (heartbeat: a comment line every 15 s). */
import * as z from 'zod/mini';
import { alertItem } from './alerts.ts';
import { floorCents, identifier, instant } from './primitives.ts';

export const streamQuery = z.strictObject({
  /** Comma-separated match ids; absent = every match. */
  matches: z.optional(
    z.string().check(z.maxLength(4_096), z.regex(/^[A-Za-z0-9_-]+(,[A-Za-z0-9_-]+)*$/)),
  ),
});

export const priceUpdate = z.strictObject({
  collectibleId: identifier,
  matchId: identifier,
  floorCents,
  observedAt: instant,
});
export type PriceUpdate = z.infer<typeof priceUpdate>;

/** `event: prices` */
export const pricesEvent = z.strictObject({ items: z.array(priceUpdate) });
export type PricesEvent = z.infer<typeof pricesEvent>;
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
