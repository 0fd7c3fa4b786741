/**
 * Payloads of the NOTIFY channel `vigia_live`: built after each commit, parsed by every API process.
 * Each stays below PostgreSQL's 8 000 bytes.
 */

import * as z from 'zod/mini';
import type { InsertedAlert } from '../db/market/reading-writes.ts';
import type { AppliedReadingEvent, PublishedFloor } from './event-bus.ts';

const maxPayloadBytes = 7_500;

const notification = z.object({
  /** [collectibleId, matchId, floorCents, observedAt] */
  prices: z.optional(
    z.array(z.tuple([z.string(), z.string(), z.nullable(z.number()), z.string()])),
  ),
  /** [alertId, uid] */
  alerts: z.optional(z.array(z.tuple([z.string(), z.string()]))),
  /** A reading whose prices and alerts have all been sent before: [source, readingId, shards]. */
  applied: z.optional(z.tuple([z.string(), z.number(), z.array(z.number())])),
  /** Uids of accounts closed or erased. */
  ended: z.optional(z.array(z.string())),
  /** Ids of keys that were deleted. */
  revokedKeys: z.optional(z.array(z.string())),
});
export type LiveNotification = z.infer<typeof notification>;

/** @throws SyntaxError or ZodError when the payload has another shape */
export const parseLiveNotification = (payload: string): LiveNotification =>
  notification.parse(JSON.parse(payload));

export const pricePayloads = (prices: readonly PublishedFloor[], observedAt: Date): string[] =>
  pack(
    'prices',
    prices.map((price) => [
      price.collectibleId,
      price.matchId,
      price.floorCents,
      observedAt.toISOString(),
    ]),
  );

export const alertPayloads = (alerts: readonly InsertedAlert[]): string[] =>
  pack(
    'alerts',
    alerts.map((alert) => [String(alert.id), alert.uid]),
  );

export const appliedPayload = ({ source, readingId, shards }: AppliedReadingEvent): string =>
  JSON.stringify({ applied: [source, readingId, shards] });

/** Packs items into as few JSON payloads as stay below the limit. */
function pack(name: string, items: readonly unknown[]): string[] {
  const payloads: string[] = [];
  let texts: string[] = [];
  let bytes = 0;
  const flush = () => {
    if (texts.length > 0) payloads.push(`{"${name}":[${texts.join(',')}]}`);
    texts = [];
    bytes = 0;
  };
  for (const item of items) {
    const text = JSON.stringify(item);
    const size = Buffer.byteLength(text) + 1;
    if (bytes + size > maxPayloadBytes) flush();
    texts.push(text);
    bytes += size;
  }
  flush();
  return payloads;
}
