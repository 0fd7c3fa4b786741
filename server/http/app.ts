/** The Fastify application: API, health, metrics and SPA on one origin, with error and security setup. */
import compress from '@fastify/compress';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyPluginAsync,
  type RawServerDefault,
} from 'fastify';
import { authRoutes } from '../auth/auth-routes.ts';
import { type AuthOptions, registerAuthentication } from '../auth/authenticate.ts';
import { limitRows } from '../auth/row-budget.ts';
import { AppError, errorHandler, sendError } from '../base/errors.ts';
import type { Metrics } from '../base/metrics.ts';
import { traceIdOf, traceRequests } from '../base/trace-context.ts';
import { registerSwagger } from '../openapi/build-document.ts';
import { apiDocsRoutes } from '../openapi/docs-routes.ts';
import { type HealthOptions, healthRoute } from './health.ts';
import { limitBodies } from './limit-bodies.ts';
import { metricsRoute } from './metrics-route.ts';
import { registerSecurityHeaders, setTransportHeaders } from './security-headers.ts';
import { isNavigation, type SpaSettings, sendHtmlPage, serveSpa } from './spa.ts';

export interface AppOptions {
  readonly log: FastifyBaseLogger;
  readonly production: boolean;
  readonly metricsToken: string | null;
  readonly metrics: Metrics;
  readonly auth: AuthOptions;
  readonly health: HealthOptions;
  readonly spa: SpaSettings;
  /** Otherwise a path that is no page of ours answers 404, and no built app is needed. */
  readonly servesPages: boolean;
  /** Routes of `/api`, which require a session. */
  readonly api: readonly FastifyPluginAsync[];
  /** Routes without a session: signed links of mails; outside production, the stand-ins. */
  readonly plugins: readonly FastifyPluginAsync[];
}

/** Requests that take longer to arrive are cut off, so that slow clients (slowloris) cannot hold connections. */
const timeouts = { headersMs: 10_000, requestMs: 30_000, checkEveryMs: 1_000 };

/** How long requests in progress may take when the server stops. */
const shutdownGraceMs = 2_000;

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const fastifyOptions: FastifyHttpOptions<RawServerDefault, FastifyBaseLogger> = {
    loggerInstance: options.log,
    genReqId: ({ headers }) => traceIdOf(headers),
    // Only a reverse proxy on this machine or its private network may set the client's address.
    trustProxy: options.production ? 'loopback, linklocal, uniquelocal' : false,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    requestTimeout: timeouts.requestMs,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
    },
    frameworkErrors: (error, request, reply) => {
      setTransportHeaders(reply, options.production);
      sendError(new AppError('invalid_request', undefined, { cause: error }), request, reply);
    },
  };
  const app = Fastify(fastifyOptions);
  app.setErrorHandler(errorHandler);
  traceRequests(app);
  timeRequests(app, options.metrics);
  app.addHook('onRequest', async (_request, reply) => {
    setTransportHeaders(reply, options.production);
  });
  app.addHook('preClose', async () => {
    // Fastify closes idle connections at once, but one that has sent no request yet does not count as idle.
    setTimeout(() => app.server.closeAllConnections(), shutdownGraceMs).unref();
  });
  await registerSwagger(app);
  for (const plugin of options.plugins) await app.register(plugin);
  await app.register(async (product) => registerProduct(product, options));
  return app;
}

/** Everything with our security headers; stand-ins set their own. */
async function registerProduct(product: FastifyInstance, options: AppOptions): Promise<void> {
  await registerSecurityHeaders(product, options.spa);
  await product.register(compress, {
    threshold: 1_024,
    encodings: ['gzip', 'deflate'],
    // Of requests: a body within its limit may unpack to a thousand times as much.
    globalDecompression: false,
  });
  product.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (options.servesPages && isNavigation(request.method, path))
      return sendHtmlPage(options.spa, request, reply);
    return sendError(new AppError('not_found'), request, reply);
  });
  healthRoute(product, options.health);
  apiDocsRoutes(product);
  metricsRoute(product, { metrics: options.metrics, token: options.metricsToken });
  if (options.servesPages) await serveSpa(product, options.spa);
  await product.register(async (api) => {
    // Responses are typed by the same schemas, so they are not validated again on every request.
    api.setSerializerCompiler(() => (data) => JSON.stringify(data));
    api.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    });
    limitBodies(api);
    await registerAuthentication(api, options.auth);
    limitRows(api);
    await api.register(authRoutes);
    for (const routes of options.api) await api.register(routes);
  });
}

function timeRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    metrics.httpRequestDuration.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: String(reply.statusCode),
      },
      reply.elapsedTime / 1_000,
    );
  });
}
