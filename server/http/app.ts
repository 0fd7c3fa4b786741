/** The HTTP application: one origin for the API, its health, and the SPA; hosted-service doubles register beside it. */
import compress from '@fastify/compress';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyPluginAsync,
  type RawServerDefault,
} from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { authRoutes } from '../auth/auth-routes.ts';
import { type AuthOptions, registerAuthentication } from '../auth/authenticate.ts';
import { AppError, errorHandler, sendError } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import { registerSwagger } from '../openapi/build-document.ts';
import { apiDocsRoutes } from '../openapi/docs-routes.ts';
import { type HealthSources, healthRoute } from './health.ts';
import { metricsRoute } from './metrics-route.ts';
import { securityHeaders } from './security-headers.ts';
import { isNavigation, type SpaSettings, sendIndex, serveSpa } from './spa.ts';

export interface AppParts {
  readonly log: FastifyBaseLogger;
  readonly production: boolean;
  readonly metricsToken: string | null;
  readonly metrics: Metrics;
  readonly door: AuthOptions;
  readonly health: HealthSources;
  readonly spa: SpaSettings;
  /** Routes of `/api`, behind the door. */
  readonly api: readonly FastifyPluginAsync[];
  /** Routes without a session: signed links of mails; outside production, the stand-ins. */
  readonly plugins: readonly FastifyPluginAsync[];
}

/** Who sends slower than this keeps a connection, and is cut off: the headers at once, a body of a megabyte in time. */
const patience = { headersMs: 10_000, requestMs: 30_000, lookedAtEveryMs: 1_000 };

/** What is still being answered when the server stops gets this long. */
const partingMs = 2_000;

export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const options: FastifyHttpOptions<RawServerDefault, FastifyBaseLogger> = {
    loggerInstance: parts.log,
    // The settings of Elite's 1 000 thresholds take about 250 kB.
    bodyLimit: 1_048_576,
    // A reverse proxy on this machine or its private network says who really asks.
    trustProxy: parts.production ? 'loopback, linklocal, uniquelocal' : false,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    requestTimeout: patience.requestMs,
    http: {
      headersTimeout: patience.headersMs,
      connectionsCheckingInterval: patience.lookedAtEveryMs,
    },
    frameworkErrors: (error, request, reply) => {
      sendError(new AppError('malformed', undefined, { cause: error }), request, reply);
    },
  };
  const app = Fastify(options);
  app.setErrorHandler(errorHandler);
  timeRequests(app, parts.metrics);
  app.addHook('preClose', async () => {
    // Idle connections are closed at once, but one that never asked anything does not count as idle.
    setTimeout(() => app.server.closeAllConnections(), partingMs).unref();
  });
  await registerSwagger(app);
  for (const plugin of parts.plugins) await app.register(plugin);
  await app.register(async (product) => registerProduct(product, parts));
  return app;
}

/** Everything that carries our security headers; stand-ins decide their own. */
async function registerProduct(product: FastifyInstance, parts: AppParts): Promise<void> {
  await securityHeaders(product, {
    clientConfig: parts.spa.clientConfig,
    production: parts.production,
  });
  await product.register(compress, { threshold: 1_024, encodings: ['gzip', 'deflate'] });
  product.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (isNavigation(request.method, path)) return sendIndex(parts.spa, request, reply);
    return sendError(new AppError('not_found'), request, reply);
  });
  healthRoute(product, parts.health);
  apiDocsRoutes(product);
  metricsRoute(product, { metrics: parts.metrics, token: parts.metricsToken });
  await serveSpa(product, parts.spa);
  await product.register(async (api) => {
    api.setValidatorCompiler(validatorCompiler);
    // Answers are typed by the same schemas; checking them again on every request would only cost.
    api.setSerializerCompiler(() => (data) => JSON.stringify(data));
    api.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    });
    await registerAuthentication(api, parts.door);
    await api.register(authRoutes);
    for (const routes of parts.api) await api.register(routes);
  });
}

function timeRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    metrics.requestSeconds.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: String(reply.statusCode),
      },
      reply.elapsedTime / 1_000,
    );
  });
}
