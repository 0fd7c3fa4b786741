/** GET /metrics: Prometheus text, for this machine or for whoever holds the token. */
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
    const given = request.headers.authorization?.replace(/^Bearer /i, '');
    // Behind a proxy everyone comes from loopback, so a forwarded request needs the token.
    const local =
      loopback.test(request.socket.remoteAddress ?? '') &&
      request.headers['x-forwarded-for'] === undefined;
    const admitted = token === null ? local : local || (given !== undefined && same(given, token));
    if (!admitted) throw new AppError('not_found');
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const same = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected));
