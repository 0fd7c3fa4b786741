/** Enforces a rate limit: throws 429 with Retry-After. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

export type RateLimit = ReturnType<FastifyInstance['createRateLimit']>;

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
