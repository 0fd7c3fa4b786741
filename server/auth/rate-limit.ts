/** How often somebody may ask for something: a limit, and the refusal that says when to come back. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

export type RateLimit = ReturnType<FastifyInstance['createRateLimit']>;

/**
 * Counts a request.
 * @param sentence why not now, where the usual one says too little
 * @throws Refusal `too_many_requests`
 */
export async function enforceRateLimit(
  pace: RateLimit,
  request: FastifyRequest,
  sentence?: string,
): Promise<void> {
  const kept = await pace(request);
  if (!kept.isAllowed && kept.isExceeded)
    throw new AppError('too_many_requests', sentence, { retryAfterSeconds: kept.ttlInSeconds });
}
