/** When a delivery is tried again: exponential backoff with jitter, or what the other side asked for. Pure. */
import { type Backoff, backoffDelay } from '#domain/exponential-backoff.ts';

/** In seconds. A receiver that is back is found within the hour. */
const backoff: Backoff = { first: 2, max: 3_600, jitter: 0.25 };

/**
 * @param attempts so far, at least one
 * @param retryAfterMs what the other side asked for: never sooner; null = nothing
 * @param random 0…1
 */
export function retryDelaySeconds(
  attempts: number,
  retryAfterMs: number | null,
  random: number = Math.random(),
): number {
  return Math.max(backoffDelay(attempts, backoff, random), (retryAfterMs ?? 0) / 1_000);
}
