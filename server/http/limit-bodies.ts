/** Bounds of what a request may send, by bytes while it arrives and by entries before a schema looks at it. */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It carries all thresholds of an account. */
    readonly carriesThresholds?: true;
  }
}

const bodyBytes = 65_536;
/** Elite's 1 000 thresholds take 350 kB, with notes and every channel chosen 700. */
const thresholdsBytes = 1_048_576;
/** No plan has more thresholds, and no other list is longer. */
const maxKeys = 1_000;
/** Of 1 000 thresholds with all their fields, and of the watched matches. */
const maxValues = 50_000;

/** For all routes added to `app` afterwards. */
export function limitBodies(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= route.config?.carriesThresholds ? thresholdsBytes : bodyBytes;
  });
  app.addHook('preValidation', async ({ body }) => assertCountable(body));
}

/**
 * A schema reports each wrong entry: of tens of thousands it would take the processor for hundreds of milliseconds.
 * @throws AppError `invalid_request`
 */
export function assertCountable(body: unknown): void {
  const open: unknown[] = [body];
  let values = 0;
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const inner = Array.isArray(value) ? value : Object.values(value);
    values += inner.length;
    if (values > maxValues || (!Array.isArray(value) && inner.length > maxKeys))
      throw new AppError('invalid_request', 'La petición trae demasiados elementos.');
    for (const one of inner) if (typeof one === 'object' && one !== null) open.push(one);
  }
}
