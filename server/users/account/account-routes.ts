/** DELETE /api/users/profile: closes the account, or erases it. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { profileDeleted, profileDeletionQuery } from '#contract/users.ts';
import { assertRecentSignIn, tokenSessionOf } from '../../auth/authenticate.ts';
import { type CloseAccountOptions, closeAccount } from './close-account.ts';
import { type ErasureOptions, eraseAccount } from './erase-account.ts';

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
          const conservadaHasta = (await closeAccount(options, user.uid)).toISOString();
          // Sign-ins have whole seconds: one that follows this response must be newer than the closing.
          await delay(1_000 - (Date.now() % 1_000));
          return { modo: 'cerrar' as const, conservadaHasta };
        }
        assertRecentSignIn(identity);
        await eraseAccount(options, user.uid);
        return { modo: 'eliminar' as const };
      },
    );
  };
