/** Parses every body as JSON whatever its content type: the SDKs send text/plain to avoid a preflight. */
import type { FastifyInstance } from 'fastify';

/** @param malformed creates the error thrown when the body is not a JSON object */
export function parseBodiesAsJson(app: FastifyInstance, malformed: () => Error): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, {});
    try {
      const parsed: unknown = JSON.parse(String(body));
      if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw malformed();
      done(null, parsed);
    } catch {
      done(malformed(), undefined);
    }
  });
}
