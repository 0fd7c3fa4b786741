/** DELETE /api/users/profile closes the account, or erases it; DELETE /api/users/sessions signs it out everywhere. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { profileDeleted, profileDeletionQuery, sessionsEnded } from '#contract/users.ts';
import { type CloseAccountOptions, closeAccount } from '../accounts/close-account.ts';
import { type ErasureOptions, eraseAccount } from '../accounts/erase-account.ts';
import { assertRecentSignIn, tokenSessionOf } from '../auth/authenticate.ts';
import { inTransaction } from '../db/transaction.ts';
import { notifySessionsEnded } from '../db/users/account-lifecycle.ts';
import { revokeAllSessions } from '../db/users/session-revocations.ts';

export type AccountRouteOptions = CloseAccountOptions & ErasureOptions;

export const accountRoutes =
  (options: AccountRouteOptions): FastifyPluginAsyncZod =>
  async (app) => {
    app.delete(
      '/api/users/profile',
      {
        config: { allowWhileSuspended: true, keyScope: 'never' },
        schema: { querystring: profileDeletionQuery, response: { 200: profileDeleted } },
      },
      async (request) => {
        const { identity, user } = tokenSessionOf(request);
        if (request.query.modo === 'cerrar') {
          const retainedUntil = (await closeAccount(options, user.uid)).toISOString();
          await nextSecond();
          return { modo: 'cerrar' as const, retainedUntil };
        }
        assertRecentSignIn(identity);
        await eraseAccount(options, user.uid);
        return { modo: 'eliminar' as const };
      },
    );

    app.delete(
      '/api/users/sessions',
      {
        config: { allowWhileSuspended: true, keyScope: 'never' },
        schema: { response: { 200: sessionsEnded } },
      },
      async (request) => {
        const { uid } = tokenSessionOf(request).user;
        await inTransaction(options.pool, async (client) => {
          await revokeAllSessions(client, uid);
          notifySessionsEnded(client, uid);
        });
        await nextSecond();
        return { ended: true as const };
      },
    );
  };

/** Sign-ins have whole seconds: one that follows the response must be newer than what revoked the sessions. */
const nextSecond = () => delay(1_000 - (Date.now() % 1_000));
