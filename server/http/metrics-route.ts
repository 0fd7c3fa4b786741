/** GET /metrics: Prometheus text, with the bearer token; where none is configured, for direct requests from this machine. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import type { Metrics } from '../base/metrics.ts';
import { isSameSecret } from '../base/sha256.ts';

const loopback = /^(::1|127\.\d+\.\d+\.\d+|::ffff:127\.\d+\.\d+\.\d+)$/;

export function metricsRoute(
  app: FastifyInstance,
  { metrics, token }: { metrics: Metrics; token: string | null },
): void {
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    const presentedToken = request.headers.authorization?.replace(/^Bearer /i, '');
    const isAllowed =
      token === null
        ? isDirectFromLoopback(request)
        : presentedToken !== undefined && isSameSecret(presentedToken, token);
    if (!isAllowed) throw new AppError('not_found');
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];
const loopbackHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/** A proxy on this machine connects from loopback too, but adds a header or passes on the public host. */
const isDirectFromLoopback = ({ socket, headers }: FastifyRequest): boolean =>
  loopback.test(socket.remoteAddress ?? '') &&
  loopbackHost.test(headers.host ?? '') &&
  proxyHeaders.every((name) => headers[name] === undefined);
