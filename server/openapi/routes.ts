/** GET /api/docs (a page) and /api/docs/openapi.json: open, for whoever wants to know before signing in. */
import type { FastifyInstance } from 'fastify';
import type { OpenApi } from './describe.ts';
import { docsPage } from './page.ts';

/** A new deployment may change it; until then there is no need to ask again. */
const cache = 'public, max-age=300';

export function apiDocsRoutes(app: FastifyInstance): void {
  const document = () => app.swagger() as unknown as OpenApi;
  app.get('/api/docs', (_request, reply) =>
    reply
      // The page carries a nonce of its own.
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(docsPage(document(), reply.cspNonce.style)),
  );
  app.get('/api/docs/openapi.json', (_request, reply) =>
    reply.header('cache-control', cache).send(document()),
  );
}
