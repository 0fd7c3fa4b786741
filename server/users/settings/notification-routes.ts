/** GET and PUT /api/users/notifications: quiet hours, mail on or off, browser notices. */
import { createHash } from 'node:crypto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { type Notifications, notifications } from '#contract/users.ts';
import { sessionOf } from '../../auth/authenticate.ts';
import { inTransaction } from '../../db/transaction.ts';
import { updateNotifications } from '../../db/users/users.ts';
import { AppError } from '../../errors.ts';
import { lockOpenAccount } from '../lock-open-account.ts';

export const notificationRoutes =
  ({ pool }: { readonly pool: pg.Pool }): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/users/notifications',
      { schema: { response: { 200: notifications } } },
      async (request, reply) => {
        const { user } = sessionOf(request);
        return reply.header('etag', etagOf(user.notifications)).send(user.notifications);
      },
    );

    app.put(
      '/api/users/notifications',
      { schema: { body: notifications, response: { 200: notifications } } },
      async (request, reply) => {
        const { uid } = sessionOf(request).user;
        const { silencio } = request.body;
        if (silencio !== null && !isTimeZone(silencio.zona))
          throw new AppError('rule_broken', 'No conocemos esa zona horaria.', {
            fields: [{ path: 'silencio/zona', message: 'Zona horaria desconocida.' }],
          });
        await inTransaction(pool, async (client) => {
          const { notifications: held } = await lockOpenAccount(client, uid);
          if (!isStill(held, request.headers['if-match']))
            throw new AppError(
              'conflict',
              'Tus avisos cambiaron mientras tanto. Recarga la página.',
            );
          await updateNotifications(client, uid, request.body);
        });
        return reply.header('etag', etagOf(request.body)).send(request.body);
      },
    );
  };

/** Of what it says: a mail's link changes it too, and no writer has a version to keep. */
function etagOf({ silencio, correo, navegador }: Notifications): string {
  const hours = silencio && [silencio.desde, silencio.hasta, silencio.zona];
  const text = JSON.stringify([hours, correo, navegador]);
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

/** Without `If-Match` whatever is there is replaced. */
function isStill(held: Notifications, ifMatch: string | undefined): boolean {
  const asked = ifMatch?.trim().replace(/^W\//, '');
  return asked === undefined || asked === '*' || asked === etagOf(held);
}

/** IANA names only: the runtime would also take offsets such as `+02:00`, which know no summer time. */
function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('es', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
