/** CORS for the stand-ins: the app calls them from another origin, like the hosted services. */
import type { FastifyInstance } from 'fastify';

const methods = 'GET,POST,PATCH,DELETE,OPTIONS';

/** Adds CORS headers to every response. Any origin is allowed: stand-ins have only local test data. */
export function allowAllOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    reply.header('access-control-allow-origin', origin ?? '*').header('vary', 'Origin');
    // Overrides the app's own policy, so that a page of another origin can read the response.
    reply.header('cross-origin-resource-policy', 'cross-origin');
  });
}

/** Registers the preflight route of one path; Fastify runs the hook above only for a route. */
export function registerPreflight(app: FastifyInstance, path: string): void {
  app.options(path, async (request, reply) => {
    const requested = request.headers['access-control-request-headers'];
    return reply
      .header('access-control-allow-methods', methods)
      .header('access-control-allow-headers', requested ?? 'content-type,authorization')
      .header('access-control-max-age', '600')
      .code(204)
      .send();
  });
}
