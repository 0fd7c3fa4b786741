/** GET /api/docs (HTML) and /api/docs/openapi.json; public. */
import type { FastifyInstance } from 'fastify';
import type { OpenApi } from './build-document.ts';
import { docsPolicy, renderDocsPage } from './docs-page.ts';

/** Changes only with a deployment. */
const cache = 'public, max-age=300';

export function apiDocsRoutes(app: FastifyInstance): void {
  const document = () => app.swagger() as unknown as OpenApi;
  // Public, so rendered once and not on every request.
  let page: string | null = null;
  app.get('/api/docs', (_request, reply) => {
    page ??= renderDocsPage(document());
    return reply
      .header('cache-control', cache)
      .header('content-security-policy', docsPolicy)
      .type('text/html; charset=utf-8')
      .send(page);
  });
  let json: string | null = null;
  app.get('/api/docs/openapi.json', (_request, reply) => {
    json ??= JSON.stringify(document());
    return reply.header('cache-control', cache).type('application/json; charset=utf-8').send(json);
  });
}
