/**
 * In-memory request counts for @fastify/rate-limit, per caller and window. The library's own store returns the object it
 * goes on counting in: of concurrent requests each would see the last count, and all would be rejected.
 */
import type { FastifyRateLimitStore } from '@fastify/rate-limit';

/** Requests in the window that began at `sinceMs` (epoch milliseconds). */
interface Count {
  readonly sinceMs: number;
  readonly requests: number;
}

/** Beyond it, the least recent callers are evicted. */
const maxCallers = 50_000;

export class InMemoryRateLimitStore implements FastifyRateLimitStore {
  readonly #counts = new Map<string, Count>();

  incr(
    caller: string,
    callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
    windowMs: number,
  ): void {
    const now = Date.now();
    const known = this.#counts.get(caller);
    const running = known !== undefined && known.sinceMs + windowMs > now;
    const count = running
      ? { sinceMs: known.sinceMs, requests: known.requests + 1 }
      : { sinceMs: now, requests: 1 };
    this.#counts.delete(caller);
    this.#counts.set(caller, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > maxCallers && oldest !== undefined) this.#counts.delete(oldest);
    callback(null, { current: count.requests, ttl: count.sinceMs + windowMs - now });
  }

  /** A store per limit: counts are not shared. */
  child(): InMemoryRateLimitStore {
    return new InMemoryRateLimitStore();
  }
}
