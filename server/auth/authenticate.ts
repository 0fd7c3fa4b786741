/** The door of `/api`: every request carries a good token, belongs to a known user, and keeps a humane pace. */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { User } from '../db/users/users.ts';
import { AppError, sessionEndedError } from '../errors.ts';
import { type ConfirmationSender, findOrCreateUser } from './current-user.ts';
import { enforceRateLimit } from './rate-limit.ts';
import { InMemoryRateLimitStore } from './rate-limit-store.ts';
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
    /** A change that stays open while suspended: leaving is nobody's to forbid (docs/decisions/023-suspended-accounts.md). */
    readonly allowWhileSuspended?: true;
  }
}

export interface AuthOptions {
  readonly pool: pg.Pool;
  readonly verifyToken: TokenVerifier;
  readonly isTokenActive: RevocationCheck;
  readonly sendConfirmation: ConfirmationSender;
}

/** Generous: a busy page with live prices stays far below. */
const requestsPerMinute = 1_200;
const badTokensPerMinute = 300;

export async function registerAuthentication(
  app: FastifyInstance,
  door: AuthOptions,
): Promise<void> {
  await app.register(rateLimit, { global: false, store: InMemoryRateLimitStore });
  const byUser = app.createRateLimit({
    max: requestsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: (request) => request.session?.identity.uid ?? request.ip,
  });
  const byAddress = app.createRateLimit({
    max: badTokensPerMinute,
    timeWindow: '1 minute',
    keyGenerator: (request) => request.ip,
  });

  app.decorateRequest('session', null);
  app.addHook('onRequest', async (request) => {
    const { token, identity } = await identityOf(request, door).catch(async (refusal: unknown) => {
      await enforceRateLimit(byAddress, request);
      throw refusal;
    });
    const user = await findOrCreateUser(door.pool, identity, door.sendConfirmation);
    request.session = { token, identity, user };
    await enforceRateLimit(byUser, request);
    if (user.estado === 'suspendido' && !mayBeAskedWhileSuspended(request))
      throw new AppError(
        'rule_broken',
        'Tu cuenta está suspendida: puedes ver y descargar tus datos, cancelar tu suscripción y cerrar o eliminar la cuenta, pero no cambiar nada más.',
      );
  });
}

const mayBeAskedWhileSuspended = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'GET' || method === 'HEAD' || routeOptions.config.allowWhileSuspended === true;

async function identityOf(
  request: FastifyRequest,
  door: AuthOptions,
): Promise<{ token: string; identity: VerifiedToken }> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw new AppError('unauthenticated');
  const identity = await door.verifyToken(token);
  if (!(await door.isTokenActive(token))) throw sessionEndedError();
  return { token, identity };
}

/** The session of a guarded request. */
export function sessionOf(request: FastifyRequest): Session {
  if (request.session === null) throw new Error('a route outside the guard asked for a session');
  return request.session;
}
