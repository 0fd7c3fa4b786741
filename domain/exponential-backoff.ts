/** Exponential backoff: how long to wait before the next attempt. Pure. The machines, which import only XState, have their own. */

export interface Backoff {
  /** The wait after the first failed attempt, in any unit of time. */
  readonly first: number;
  /** In the same unit; no wait is longer. */
  readonly max: number;
  /** The share of each wait that is random, so that an outage does not end in a stampede; 0 by default. */
  readonly jitter?: number;
}

/**
 * @param attempts that failed one after the other, at least one
 * @param random 0…1
 * @returns in the unit of `first` and `max`
 */
export function backoffDelay(
  attempts: number,
  { first, max, jitter = 0 }: Backoff,
  random: number = Math.random(),
): number {
  // Past 2^30 every wait is `max`; an unbounded power would become infinite.
  const full = Math.min(max, first * 2 ** Math.min(attempts - 1, 30));
  return full * (1 - jitter * (1 - random));
}
