/** W3C Trace Context: a request keeps the trace id it came with, which is its id in logs and errors, and passes it on. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Version 00; a later version may have more fields. All-zero ids are invalid. */
const traceparent =
  /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-([\da-f]{2})(-.*)?$/;
const sampled = '01';

interface Trace {
  readonly id: string;
  readonly flags: string;
}

const current = new AsyncLocalStorage<Trace>();

/** The caller's trace id, or a new one: 32 hexadecimal digits, unique across processes. */
export const traceIdOf = (headers: IncomingHttpHeaders): string =>
  parse(headers)?.id ?? randomBytes(16).toString('hex');

/** Header of a call that is made for the current request, as a new span of its trace; none outside a request. */
export function traceHeaders(): { readonly traceparent?: string } {
  const trace = current.getStore();
  if (trace === undefined) return {};
  const spanId = randomBytes(8).toString('hex');
  return { traceparent: `00-${trace.id}-${spanId}-${trace.flags}` };
}

/** Runs every request within its trace, and says its id in the answer. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    const flags = parse(request.headers)?.flags ?? sampled;
    current.run({ id: request.id, flags }, done);
  });
}

function parse({ traceparent: header }: IncomingHttpHeaders): Trace | null {
  const [, id, flags] = traceparent.exec(String(header ?? '')) ?? [];
  return id === undefined || flags === undefined ? null : { id, flags };
}
