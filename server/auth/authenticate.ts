/** Authentication hook of `/api`: verifies the token, loads the user, enforces the rate limit and suspension. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { User } from '../db/users/users.ts';
import { AppError, sessionEndedError } from '../errors.ts';
import { type EnqueueConfirmation, findOrCreateUser } from './find-or-create-user.ts';
import { createRateLimits, enforceRateLimit } from './rate-limit.ts';
import type { RevocationCheck } from './token-revocation.ts';
import type { TokenVerifier, VerifiedToken } from './verify-token.ts';

export interface Session {
  readonly token: string;
  readonly identity: VerifiedToken;
  readonly user: User;
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
  interface FastifyContextConfig {
    /** A change that suspended users may still make: leaving (docs/decisions/023-suspended-accounts.md). */
    readonly allowWhileSuspended?: true;
  }
}

export interface AuthOptions {
  readonly pool: pg.Pool;
  readonly verifyToken: TokenVerifier;
  readonly isTokenActive: RevocationCheck;
  readonly enqueueConfirmation: EnqueueConfirmation;
}

/** Adds the onRequest hook to every route of `app`; it throws `unauthenticated`, `too_many_requests` or `account_suspended`. */
export async function registerAuthentication(
  app: FastifyInstance,
  options: AuthOptions,
): Promise<void> {
  const { byUser, byAddress } = await createRateLimits(app);
  app.decorateRequest('session', null);
  app.addHook('onRequest', async (request) => {
    const { token, identity } = await verifyRequestToken(request, options).catch(
      async (error: unknown) => {
        await enforceRateLimit(byAddress, request);
        throw error;
      },
    );
    const user = await findOrCreateUser(options.pool, identity, options.enqueueConfirmation);
    request.session = { token, identity, user };
    await enforceRateLimit(byUser, request);
    if (user.estado === 'suspendido' && !isAllowedWhileSuspended(request))
      throw new AppError(
        'account_suspended',
        'Tu cuenta está suspendida: puedes ver y descargar tus datos, cancelar tu suscripción y cerrar o eliminar la cuenta, pero no cambiar nada más.',
      );
  });
}

const isAllowedWhileSuspended = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'GET' || method === 'HEAD' || routeOptions.config.allowWhileSuspended === true;

async function verifyRequestToken(
  request: FastifyRequest,
  options: AuthOptions,
): Promise<{ token: string; identity: VerifiedToken }> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw new AppError('unauthenticated');
  const identity = await options.verifyToken(token);
  if (!(await options.isTokenActive(token))) throw sessionEndedError();
  return { token, identity };
}

/**
 * The session of an authenticated request.
 * @throws Error on a route without the hook: a bug
 */
export function sessionOf(request: FastifyRequest): Session {
  if (request.session === null)
    throw new Error('a route without authentication asked for a session');
  return request.session;
}
