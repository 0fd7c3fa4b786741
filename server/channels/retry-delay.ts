/** When a delivery is tried again: exponential backoff with jitter, or what the other side asked for. Pure. */

const firstDelaySeconds = 2;
/** A receiver that is back is found within the hour. */
const maxDelaySeconds = 3_600;

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
  const backoff = Math.min(maxDelaySeconds, firstDelaySeconds * 2 ** Math.min(attempts - 1, 20));
  return Math.max(backoff * (0.75 + random / 4), (retryAfterMs ?? 0) / 1_000);
}
