/**
 * How much of the processor an account's requests may take in a minute, counted in rows of some fifty microseconds: thresholds, alerts or
 * prices that a request handles, and what any request costs.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import { sessionOf } from './authenticate.ts';
import { InMemoryRateLimitStore } from './rate-limit-store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts what it handles; one that is compared and stored counts as {@link storedRow}. Cuts no answer off. */
    countRows(rows: number): void;
  }
}

const rowsPerMinute = 100_000;
const windowMs = 60_000;
export const storedRow = 3;
/** Of any request. */
const requestRows = 50;
/** Of a body, which is parsed and validated even if it is refused. */
const bytesPerRow = 128;

/** For all routes added to `app` afterwards: once an account's rows are spent its requests are refused. Call after authentication. */
export function limitRows(app: FastifyInstance): void {
  const store = new InMemoryRateLimitStore();
  const assertLeft = (request: FastifyRequest) => {
    const { current, ttl } = store.read(sessionOf(request).user.uid, windowMs);
    if (current >= rowsPerMinute)
      throw new AppError('too_many_requests', undefined, { retryAfterSeconds: ttl / 1_000 });
  };
  app.decorateRequest('countRows', function (this: FastifyRequest, rows: number) {
    store.add(sessionOf(this).user.uid, rows, windowMs);
  });
  app.addHook('onRequest', async (request) => {
    assertLeft(request);
    request.countRows(requestRows + bodyBytes(request) / bytesPerRow);
  });
  // Again when its turn has come: others have counted meanwhile.
  app.addHook('onRoute', (route) => {
    const { method, handler } = route;
    // Fastify adds it with the handler of GET.
    if (method === 'HEAD') return;
    route.handler = async function left(request, reply) {
      assertLeft(request);
      return handler.call(this, request, reply);
    };
  });
}

/** As it announces; otherwise as many as are read. */
function bodyBytes({ headers, routeOptions }: FastifyRequest): number {
  const { bodyLimit = 0 } = routeOptions;
  return 'transfer-encoding' in headers
    ? bodyLimit
    : Math.min(Number(headers['content-length'] ?? 0), bodyLimit);
}
