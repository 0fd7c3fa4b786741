/** Rate limits of the API per user, per key and per address, in memory of this process; exceeding one answers 429 with Retry-After. */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { RecentIds } from '../recent-ids.ts';
import { InMemoryRateLimitStore } from './rate-limit-store.ts';

/** A busy page with live prices stays far below. */
const requestsPerMinute = 600;
const keyRequestsPerMinute = 60;
const badTokensPerMinute = 300;

export type RateLimit = ReturnType<FastifyInstance['createRateLimit']>;

/** Registers the plugin, with which routes make further limits of their own. Call before the authentication hook. */
export async function createRateLimits(
  app: FastifyInstance,
  bucketOf: (request: FastifyRequest) => string,
): Promise<Readonly<Record<'byUser' | 'byKey' | 'byTransport' | 'byAddress', RateLimit>>> {
  await app.register(rateLimit, { global: false, store: InMemoryRateLimitStore });
  return {
    byUser: app.createRateLimit({
      max: requestsPerMinute,
      timeWindow: '1 minute',
      keyGenerator: bucketOf,
    }),
    byKey: app.createRateLimit({
      max: keyRequestsPerMinute,
      timeWindow: '1 minute',
      keyGenerator: bucketOf,
    }),
    /** Of messages that carry requests of a key, which count by themselves. */
    byTransport: app.createRateLimit({
      max: keyRequestsPerMinute,
      timeWindow: '1 minute',
      keyGenerator: bucketOf,
    }),
    /** Of requests whose token is rejected. */
    byAddress: app.createRateLimit({
      max: badTokensPerMinute,
      timeWindow: '1 minute',
      keyGenerator: (request) => request.ip,
    }),
  };
}

/**
 * Counts a request against a limit.
 * @param message replaces the default message
 * @throws AppError `too_many_requests`
 */
export async function enforceRateLimit(
  limit: RateLimit,
  request: FastifyRequest,
  message?: string,
): Promise<void> {
  const result = await limit(request);
  if (!result.isAllowed && result.isExceeded)
    throw new AppError('too_many_requests', message, { retryAfterSeconds: result.ttlInSeconds });
}

/** Beyond it, the oldest are forgotten. */
const maxRemembered = 10_000;

/**
 * Refuses keys of an address that has sent too many wrong ones, for the rest of its minute and without the query that each
 * costs. Prefixes that were accepted lately pass, whoever shares their address.
 */
export class KeyFloodGuard {
  readonly #acceptedPrefixes = new RecentIds(maxRemembered);
  readonly #closedAddresses = new Map<string, number>();

  /** @throws AppError `too_many_requests` */
  assertOpen(address: string, prefix: string): void {
    const leftMs = (this.#closedAddresses.get(address) ?? 0) - Date.now();
    if (leftMs > 0 && !this.#acceptedPrefixes.has(prefix))
      throw new AppError('too_many_requests', undefined, { retryAfterSeconds: leftMs / 1_000 });
  }

  onAccepted(prefix: string): void {
    this.#acceptedPrefixes.add(prefix);
  }

  onLimited(address: string, retryAfterSeconds: number): void {
    const [oldest] = this.#closedAddresses.keys();
    if (this.#closedAddresses.size >= maxRemembered && oldest !== undefined)
      this.#closedAddresses.delete(oldest);
    this.#closedAddresses.set(address, Date.now() + retryAfterSeconds * 1_000);
  }
}
