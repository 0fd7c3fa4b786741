/** How often somebody may ask for something: a limit, and the refusal that says when to come back. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';

export type Pace = ReturnType<FastifyInstance['createRateLimit']>;

/**
 * Counts a request.
 * @param sentence why not now, where the usual one says too little
 * @throws Refusal `too_many_requests`
 */
export async function keepPace(
  pace: Pace,
  request: FastifyRequest,
  sentence?: string,
): Promise<void> {
  const kept = await pace(request);
  if (!kept.isAllowed && kept.isExceeded)
    throw new Refusal('too_many_requests', sentence, { retryAfterSeconds: kept.ttlInSeconds });
}
