/**
 * Concurrency limit per user: reads of the market, and what handles all of an account's thresholds or alerts, wait beyond it, and beyond a bounded queue answer 429, so that one
 * user's burst leaves the process to everybody else.
 */
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { sessionOf } from '../auth/authenticate.ts';
import { createKeyedLimiter, QueueFullError } from '../base/concurrency.ts';
import { AppError } from '../base/errors.ts';

/** A screen that opens needs four at once; several tabs that do wait a moment. */
const perUser = { maxRunning: 4, maxQueued: 20 };
const retryAfterSeconds = 2;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** One account's requests wait for each other. */
    readonly takesTurns?: true;
  }
}

/**
 * For routes added to `app` afterwards. A request counts until its handler ends, or the file that it answers has been sent,
 * even if its client is gone.
 * @param isLimited absent = all
 */
export function limitConcurrency(
  app: FastifyInstance,
  isLimited: (config: FastifyContextConfig) => boolean = () => true,
): void {
  const limitedHandlers = new WeakSet<object>();
  const limiter = createKeyedLimiter(perUser);
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    // Fastify adds HEAD with the handler of GET: limited twice, requests would wait for each other's second slot.
    if (limitedHandlers.has(handler) || !isLimited(route.config ?? {})) return;
    route.handler = async function limited(request, reply) {
      const { uid } = sessionOf(request).user;
      try {
        return await limiter.run(uid, async () => handler.call(this, request, reply));
      } catch (error) {
        if (!(error instanceof QueueFullError)) throw error;
        throw new AppError('too_many_requests', undefined, { retryAfterSeconds, cause: error });
      }
    };
    limitedHandlers.add(route.handler);
  });
}
