/** Rate limits of the API per user and per key, in memory of this process; exceeding one answers 429 with Retry-After. */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import { InMemoryRateLimitStore } from './rate-limit-store.ts';

/** A busy page with live prices stays far below. */
const requestsPerMinute = 600;
const keyRequestsPerMinute = 60;

export type RateLimit = ReturnType<FastifyInstance['createRateLimit']>;

/** Registers the plugin, with which routes make further limits of their own. Call before the authentication hook. */
export async function createRateLimits(
  app: FastifyInstance,
  bucketOf: (request: FastifyRequest) => string,
): Promise<Readonly<Record<'byUser' | 'byKey' | 'byTransport', RateLimit>>> {
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
