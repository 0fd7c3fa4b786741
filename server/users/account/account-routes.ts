/** DELETE /api/users/profile: closes the account, or erases it. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { profileDeleted, profileDeletionQuery } from '#contract/users.ts';
import { sessionOf } from '../../auth/authenticate.ts';
import { AppError } from '../../errors.ts';
import { type CloseAccountOptions, closeAccount } from './close-account.ts';
import { type ErasureParts, eraseAccount } from './erase-account.ts';

export type AccountParts = CloseAccountOptions & ErasureParts;

/** A stolen tab must not be able to erase; whoever just typed the password may. */
const recentSignInMs = 5 * 60_000;

export const accountRoutes =
  (parts: AccountParts): FastifyPluginAsyncZod =>
  async (app) => {
    app.delete(
      '/api/users/profile',
      {
        config: { allowWhileSuspended: true },
        schema: { querystring: profileDeletionQuery, response: { 200: profileDeleted } },
      },
      async (request) => {
        const { identity, user } = sessionOf(request);
        if (request.query.modo === 'cerrar') {
          const conservadaHasta = (await closeAccount(parts, user.uid)).toISOString();
          // Sign-ins are dated in whole seconds: one that follows this answer must be newer than the closing.
          await delay(1_000 - (Date.now() % 1_000));
          return { modo: 'cerrar' as const, conservadaHasta };
        }
        if (Date.now() - identity.authTime.getTime() > recentSignInMs)
          throw new AppError('recent_sign_in_required');
        await eraseAccount(parts, user.uid);
        return { modo: 'eliminar' as const };
      },
    );
  };
