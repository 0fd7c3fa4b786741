/** Schemas of `/__local/mercado`, which pauses, steps and speeds up the demo or replayed market. */
import * as z from 'zod/mini';
import { instant } from './primitives.ts';

const marketState = z.strictObject({
  state: z.enum(['paused', 'playing', 'ended']),
  source: z.string(),
  speed: z.union([z.number(), z.literal('max')]),
  observedAt: z.nullable(instant),
  readings: z.int(),
  /** Alerts not mailed yet, and mails not sent yet. */
  pending: z.strictObject({ alerts: z.int(), mails: z.int() }),
});
export type MarketState = z.infer<typeof marketState>;

export const marketCommand = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('play') }),
  z.strictObject({ action: z.literal('pause') }),
  z.strictObject({ action: z.literal('step') }),
  z.strictObject({
    action: z.literal('speed'),
    factor: z.union([z.number().check(z.gt(0), z.lte(1_000_000)), z.literal('max')]),
  }),
]);
export type MarketCommand = z.infer<typeof marketCommand>;
