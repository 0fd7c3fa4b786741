/** Reads every body of a stand-in as JSON whatever its declared type: the hosted SDKs send text/plain to spare a preflight. */
import type { FastifyInstance } from 'fastify';

/** @param malformed makes the error that is thrown when the body is not a JSON object */
export function readBodiesAsJson(app: FastifyInstance, malformed: () => Error): void {
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
