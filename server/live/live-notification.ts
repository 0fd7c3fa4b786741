/** What is heard on channel `vigia_live`, each time something was committed. */
import * as z from 'zod/mini';
import { sourceEvent } from '#contract/live-stream.ts';

const notice = z.object({
  /** Collectible, match, floor, observedAt. */
  prices: z.optional(
    z.array(z.tuple([z.string(), z.string(), z.nullable(z.number()), z.string()])),
  ),
  /** Alert, owner. */
  alerts: z.optional(z.array(z.tuple([z.string(), z.string()]))),
  source: z.optional(sourceEvent),
  /** Owners of accounts closed or erased. */
  ended: z.optional(z.array(z.string())),
});
export type LiveNotification = z.infer<typeof notice>;

/** @throws SyntaxError or ZodError when a payload is none of ours */
export const parseLiveNotification = (payload: string): LiveNotification =>
  notice.parse(JSON.parse(payload));
