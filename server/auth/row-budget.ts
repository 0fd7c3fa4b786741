/**
 * How many rows, thresholds or alerts, an account's requests may handle in a minute: each takes the processor some fifty
 * microseconds, so that they take five seconds of it at most, whatever the requests are.
 */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { sessionOf } from './authenticate.ts';
import { InMemoryRateLimitStore } from './rate-limit-store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What it has handled; one that is compared and stored counts as {@link storedRow}. */
    rows: number;
  }
}

const rowsPerMinute = 100_000;
const windowMs = 60_000;
export const storedRow = 3;

/** For all routes added to `app` afterwards: rows count once the answer has been sent, and what follows is refused. */
export function limitRows(app: FastifyInstance): void {
  const store = new InMemoryRateLimitStore();
  app.decorateRequest('rows', 0);
  app.addHook('preValidation', async (request) => {
    const { current, ttl } = store.read(sessionOf(request).user.uid, windowMs);
    if (current >= rowsPerMinute)
      throw new AppError('too_many_requests', undefined, { retryAfterSeconds: ttl / 1_000 });
  });
  app.addHook('onResponse', async (request) => {
    if (request.rows > 0) store.add(sessionOf(request).user.uid, request.rows, windowMs);
  });
}
