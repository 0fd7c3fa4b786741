/**
 * How many requests each caller made in the current window. The rate limiter's own store hands out the object it goes on
 * counting in: of requests that come at once every one would see the last count, and all be refused.
 */
import type { FastifyRateLimitStore } from '@fastify/rate-limit';

interface Count {
  readonly since: number;
  readonly requests: number;
}

/** The callers longest silent are forgotten first. */
const mostCallers = 50_000;

export class InMemoryRateLimitStore implements FastifyRateLimitStore {
  readonly #counts = new Map<string, Count>();

  incr(
    caller: string,
    tell: (error: Error | null, result?: { current: number; ttl: number }) => void,
    windowMs: number,
  ): void {
    const now = Date.now();
    const known = this.#counts.get(caller);
    const running = known !== undefined && known.since + windowMs > now;
    const count = running
      ? { since: known.since, requests: known.requests + 1 }
      : { since: now, requests: 1 };
    this.#counts.delete(caller);
    this.#counts.set(caller, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > mostCallers && oldest !== undefined) this.#counts.delete(oldest);
    tell(null, { current: count.requests, ttl: count.since + windowMs - now });
  }

  /** Every limit counts for itself. */
  child(): InMemoryRateLimitStore {
    return new InMemoryRateLimitStore();
  }
}
