/** Without a token, /metrics is for direct requests from this machine; and what it contains is named as Prometheus expects. */
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMetrics } from '../base/metrics.ts';
import { metricsRoute } from './metrics-route.ts';

let app: FastifyInstance;
beforeAll(() => {
  app = Fastify();
  app.setErrorHandler((_error, _request, reply) => reply.code(404).send());
  metricsRoute(app, { metrics: createMetrics(), token: null });
});
afterAll(() => app.close());

const statusOf = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
  (await app.inject({ url: '/metrics', headers, remoteAddress })).statusCode;

it.each(['localhost:5173', '127.0.0.1:5173', '[::1]:5173', 'localhost'])(
  'is served to a direct request to %s',
  async (host) => {
    expect(await statusOf({ host })).toBe(200);
    expect(await statusOf({ host }, '::ffff:127.0.0.1')).toBe(200);
    expect(await statusOf({ host }, '203.0.113.9')).toBe(404);
  },
);

it.each([
  { host: 'vigia.example' },
  { host: 'localhost.vigia.example' },
  { host: '127.0.0.1:5173', 'x-forwarded-for': '203.0.113.5' },
  { host: '127.0.0.1:5173', forwarded: 'for=203.0.113.5' },
])('is not served through a proxy on this machine: %o', async (headers) => {
  expect(await statusOf(headers)).toBe(404);
});
