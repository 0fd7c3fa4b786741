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
    callback(null, this.add(caller, 1, windowMs));
  }

  add(caller: string, requests: number, windowMs: number): { current: number; ttl: number } {
    const { current, ttl } = this.read(caller, windowMs);
    const sinceMs = Date.now() + ttl - windowMs;
    this.#counts.delete(caller);
    this.#counts.set(caller, { sinceMs, requests: current + requests });
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > maxCallers && oldest !== undefined) this.#counts.delete(oldest);
    return { current: current + requests, ttl };
  }

  /** Without counting. */
  read(caller: string, windowMs: number): { current: number; ttl: number } {
    const known = this.#counts.get(caller);
    const ttl = known === undefined ? 0 : known.sinceMs + windowMs - Date.now();
    return known !== undefined && ttl > 0
      ? { current: known.requests, ttl }
      : { current: 0, ttl: windowMs };
  }

  /** A store per limit: counts are not shared. */
  child(): InMemoryRateLimitStore {
    return new InMemoryRateLimitStore();
  }
}
