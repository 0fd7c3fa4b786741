/** GET /metrics: Prometheus text, for requests from loopback or with the bearer token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import type { Metrics } from '../metrics.ts';

const loopback = /^(::1|127\.\d+\.\d+\.\d+|::ffff:127\.\d+\.\d+\.\d+)$/;

export function metricsRoute(
  app: FastifyInstance,
  { metrics, token }: { metrics: Metrics; token: string | null },
): void {
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    const presentedToken = request.headers.authorization?.replace(/^Bearer /i, '');
    // Behind a proxy every request comes from loopback, so a forwarded one needs the token.
    const isLocal =
      loopback.test(request.socket.remoteAddress ?? '') &&
      request.headers['x-forwarded-for'] === undefined;
    const isAllowed =
      token === null
        ? isLocal
        : isLocal || (presentedToken !== undefined && isSameToken(presentedToken, token));
    if (!isAllowed) throw new AppError('not_found');
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSameToken = (presentedToken: string, expected: string) =>
  timingSafeEqual(digest(presentedToken), digest(expected));
