/** POST /api/users/confirmation and /api/users/test-mail: enqueue one mail each, rate limited. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { mailQueued } from '#contract/users.ts';
import { lockOpenAccount } from '../accounts/lock-open-account.ts';
import { sessionOf } from '../auth/authenticate.ts';
import { limitPerAccount } from '../auth/limit-per-account.ts';
import { AppError } from '../base/errors.ts';
import { inTransaction } from '../db/transaction.ts';
import type { User } from '../db/users/users.ts';

export type EnqueueMailTo = (client: pg.PoolClient, user: User) => Promise<void>;

export interface MailRouteOptions {
  readonly pool: pg.Pool;
  readonly enqueueConfirmation: EnqueueMailTo;
  readonly enqueueTestMail: EnqueueMailTo;
}

const mailsPerTenMinutes = 5;
const tooMany = 'Ya te hemos escrito varias veces. Espera un poco.';

export const mailRoutes =
  ({ pool, enqueueConfirmation, enqueueTestMail }: MailRouteOptions): FastifyPluginAsyncZod =>
  async (app) => {
    const createLimit = () =>
      limitPerAccount(app, { max: mailsPerTenMinutes, timeWindow: '10 minutes' });
    const countConfirmation = createLimit();
    const countTestMail = createLimit();

    // Locks the account, so that no mail follows the receipt of its closing.
    const send = (user: User, mail: EnqueueMailTo) =>
      inTransaction(pool, async (client) => {
        await lockOpenAccount(client, user.uid);
        await mail(client, user);
      });

    app.post(
      '/api/users/confirmation',
      { config: { keyScope: 'never' }, schema: { response: { 200: mailQueued } } },
      async (request) => {
        const { user } = sessionOf(request);
        if (user.emailConfirmedAt !== null)
          throw new AppError('conflict', 'Tu correo ya está confirmado.');
        await countConfirmation(request, tooMany);
        await send(user, enqueueConfirmation);
        return { queued: true as const, to: user.email };
      },
    );

    app.post(
      '/api/users/test-mail',
      { config: { keyScope: 'never' }, schema: { response: { 200: mailQueued } } },
      async (request) => {
        const { user } = sessionOf(request);
        if (user.emailConfirmedAt === null) throw new AppError('email_unconfirmed');
        await countTestMail(request, tooMany);
        await send(user, enqueueTestMail);
        return { queued: true as const, to: user.email };
      },
    );
  };
