/** Authentication hook of `/api`: verifies token or key, loads the user, enforces rate limit, scope and suspension. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { AppError, sessionEndedError } from '../base/errors.ts';
import type { ApiKey } from '../db/users/api-keys.ts';
import type { User } from '../db/users/users.ts';
import { prefixOf, verifyApiKey } from './api-key.ts';
import { type AccountMails, findOrCreateUser } from './find-or-create-user.ts';
import { enforceKeyScope, requireKeyScopes } from './key-scopes.ts';
import { createRateLimits, enforceRateLimit } from './rate-limit.ts';
import { RejectedBearers } from './rejected-bearers.ts';
import type { RevocationCheck } from './token-revocation.ts';
import type { TokenVerifier, VerifiedToken } from './verify-token.ts';

/** Who makes a request: a signed-in user, or a program with one of the user's keys. */
export type RequestSession = TokenSession | KeySession;

export interface TokenSession {
  readonly kind: 'token';
  readonly token: string;
  readonly identity: VerifiedToken;
  readonly user: User;
}

export interface KeySession {
  readonly kind: 'key';
  readonly key: ApiKey;
  readonly user: User;
}

declare module 'fastify' {
  interface FastifyRequest {
    session: RequestSession | null;
  }
  interface FastifyContextConfig {
    /** What suspended users may do besides reading: leaving, and what changes nothing (docs/decisions/023-suspended-accounts.md). */
    readonly allowWhileSuspended?: true;
    /** Its requests carry others, which count against the key's limit themselves; they have a limit of their own. */
    readonly isKeyTransport?: true;
  }
}

export interface AuthOptions extends AccountMails {
  readonly pool: pg.Pool;
  readonly verifyToken: TokenVerifier;
  readonly isTokenActive: RevocationCheck;
}

/** Adds the onRequest hook to every route of `app`; it throws `unauthenticated`, `too_many_requests`, `account_suspended`, and for keys `plan_limit` or `forbidden`. */
export async function registerAuthentication(
  app: FastifyInstance,
  options: AuthOptions,
): Promise<void> {
  const limits = await createRateLimits(app, bucketOf);
  const rejected = new RejectedBearers();
  requireKeyScopes(app);
  app.decorateRequest('session', null);
  app.addHook('onRequest', async (request) => {
    const session = await openSession(request, { ...options, rejected });
    request.session = session;
    const { isKeyTransport } = request.routeOptions.config;
    const ofKey = isKeyTransport ? limits.byTransport : limits.byKey;
    await enforceRateLimit(session.kind === 'key' ? ofKey : limits.byUser, request);
    if (session.kind === 'key') enforceKeyScope(request, session.key.scope);
    if (session.user.estado === 'suspendido' && !isAllowedWhileSuspended(request))
      throw new AppError(
        'account_suspended',
        'Tu cuenta está suspendida: puedes ver y descargar tus datos, cancelar tu suscripción y cerrar o eliminar la cuenta, pero no cambiar nada más.',
      );
  });
}

const isAllowedWhileSuspended = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'GET' || method === 'HEAD' || routeOptions.config.allowWhileSuspended === true;

/** Counts a bearer that is rejected against its address. */
async function openSession(
  request: FastifyRequest,
  options: AuthOptions & { readonly rejected: RejectedBearers },
): Promise<RequestSession> {
  const { pool, rejected } = options;
  const onRejection = (error: unknown): never => {
    rejected.count(request.ip);
    throw error;
  };
  const key = keyOf(request);
  if (key !== null) {
    rejected.assertOpen(request.ip, prefixOf(key));
    const verified = await verifyApiKey(pool, key).catch(onRejection);
    rejected.accepted(prefixOf(key));
    return { kind: 'key', ...verified };
  }
  const { token, identity } = await verifyRequestToken(request, options).catch(onRejection);
  const user = await findOrCreateUser(pool, identity, options);
  return { kind: 'token', token, identity, user };
}

const keyOf = ({ headers }: FastifyRequest): string | null =>
  /^Bearer (vigia_\S*)$/i.exec(headers.authorization ?? '')?.[1] ?? null;

/** What the rate limits of a session count requests by. */
function bucketOf(request: FastifyRequest): string {
  const session = sessionOf(request);
  return session.kind === 'key' ? session.key.id : session.user.uid;
}

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

/** What an open session that was left alone must not do: erase the account, or make a key that outlives it. */
const recentSignInMs = 5 * 60_000;

/** @throws AppError `reauthentication_required` */
export function assertRecentSignIn({ authTime }: VerifiedToken): void {
  if (Date.now() - authTime.getTime() > recentSignInMs)
    throw new AppError('reauthentication_required');
}

/**
 * The session of a signed-in user.
 * @throws Error on a route that accepts keys: a bug
 */
export function tokenSessionOf(request: FastifyRequest): TokenSession {
  const session = sessionOf(request);
  if (session.kind !== 'token') throw new Error('a route for users only was reached with a key');
  return session;
}

/**
 * The session of an authenticated request.
 * @throws Error on a route without the hook: a bug
 */
export function sessionOf(request: FastifyRequest): RequestSession {
  if (request.session === null)
    throw new Error('a route without authentication asked for a session');
  return request.session;
}
