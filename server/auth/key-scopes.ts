/** Which keys a route accepts: declared by every route, so that a new one is closed to keys until it says otherwise. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { KeyScope } from '#contract/api-keys.ts';
import { AppError } from '../base/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope a key needs here; `never`: only a signed-in user. */
    readonly keyScope?: KeyScope | 'never';
  }
}

/** Registering a route that declares none fails. Call before the routes. */
export function requireKeyScopes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.keyScope === undefined)
      throw new Error(`${String(method)} ${url} does not declare which keys it accepts`);
  });
}

/** @throws AppError `forbidden` */
export function enforceKeyScope(request: FastifyRequest, scope: KeyScope): void {
  const { keyScope = 'never' } = request.routeOptions.config;
  if (keyScope === 'never') throw new AppError('forbidden', 'Con una clave no se puede hacer eso.');
  if (keyScope === 'write' && scope === 'read')
    throw new AppError('forbidden', 'Esta clave solo permite leer.');
}
