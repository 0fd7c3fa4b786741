/** Lets the app call a stand-in from another origin, as it calls the hosted service it doubles. */
import type { FastifyInstance } from 'fastify';

const methods = 'GET,POST,PATCH,DELETE,OPTIONS';

/** Answers every preflight under the plugin and opens every answer. Stand-ins hold only local test data. */
export function openToOtherOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    reply.header('access-control-allow-origin', origin ?? '*').header('vary', 'Origin');
    // Another origin's page must be able to read the answer even when the app shields its own.
    reply.header('cross-origin-resource-policy', 'cross-origin');
  });
}

/** Registers the preflight answer of one address; Fastify needs a route for the hook to run. */
export function answerPreflight(app: FastifyInstance, path: string): void {
  app.options(path, async (request, reply) => {
    const asked = request.headers['access-control-request-headers'];
    return reply
      .header('access-control-allow-methods', methods)
      .header('access-control-allow-headers', asked ?? 'content-type,authorization')
      .header('access-control-max-age', '600')
      .code(204)
      .send();
  });
}
