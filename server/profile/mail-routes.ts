/** POST /api/users/confirmation: sends the link that confirms an address once more, rate limited. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { mailQueued } from '#contract/users.ts';
import { lockOpenAccount } from '../accounts/lock-open-account.ts';
import { sessionOf } from '../auth/authenticate.ts';
import { limitPerAccount } from '../auth/limit-per-account.ts';
import { AppError } from '../base/errors.ts';
import { inTransaction } from '../db/transaction.ts';
import type { User } from '../db/users/users.ts';

export interface MailRouteOptions {
  readonly pool: pg.Pool;
  readonly enqueueConfirmation: (client: pg.PoolClient, user: User) => Promise<void>;
}

const mailsPerTenMinutes = 5;
const tooMany = 'Ya te hemos escrito varias veces. Espera un poco.';

export const mailRoutes =
  ({ pool, enqueueConfirmation }: MailRouteOptions): FastifyPluginAsyncZod =>
  async (app) => {
    const count = limitPerAccount(app, { max: mailsPerTenMinutes, timeWindow: '10 minutes' });
    app.post(
      '/api/users/confirmation',
      { config: { keyScope: 'never' }, schema: { response: { 200: mailQueued } } },
      async (request) => {
        const { user } = sessionOf(request);
        if (user.emailConfirmedAt !== null)
          throw new AppError('conflict', 'Tu correo ya está confirmado.');
        await count(request, tooMany);
        await inTransaction(pool, async (client) => {
          // Locked, so that no mail follows the receipt of its closing.
          await lockOpenAccount(client, user.uid);
          await enqueueConfirmation(client, user);
        });
        return { queued: true as const, to: user.email };
      },
    );
  };
