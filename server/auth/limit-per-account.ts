/** Rate limits that a route adds to those of every request, counted per account whether a session or a key of it asks. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sessionOf } from './authenticate.ts';
import { enforceRateLimit } from './rate-limit.ts';

/** @returns counts a request; throws AppError `too_many_requests`, with the message if there is one */
export function limitPerAccount(
  app: FastifyInstance,
  { max, timeWindow }: { readonly max: number; readonly timeWindow: '1 minute' | '10 minutes' },
): (request: FastifyRequest, message?: string) => Promise<void> {
  const keyGenerator = (request: FastifyRequest) => sessionOf(request).user.uid;
  const limit = app.createRateLimit({ max, timeWindow, keyGenerator });
  return (request, message) => enforceRateLimit(limit, request, message);
}
