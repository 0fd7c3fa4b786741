/** GET and PUT /api/users/notifications: quiet hours, mail on or off, browser notifications. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { type Notifications, notifications } from '#contract/users.ts';
import { sessionOf } from '../../auth/authenticate.ts';
import { contentEtag, matchesEtag } from '../../content-etag.ts';
import { inTransaction } from '../../db/transaction.ts';
import { updateNotifications } from '../../db/users/users.ts';
import { AppError } from '../../errors.ts';
import { lockOpenAccount } from '../lock-open-account.ts';

export const notificationRoutes =
  ({ pool }: { readonly pool: pg.Pool }): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/users/notifications',
      { config: { keyScope: 'never' }, schema: { response: { 200: notifications } } },
      async (request, reply) => {
        const { user } = sessionOf(request);
        return reply.header('etag', etagOf(user.notifications)).send(user.notifications);
      },
    );

    app.put(
      '/api/users/notifications',
      {
        config: { keyScope: 'never' },
        schema: { body: notifications, response: { 200: notifications } },
      },
      async (request, reply) => {
        const { uid } = sessionOf(request).user;
        const { silencio } = request.body;
        if (silencio !== null && !isTimeZone(silencio.zona))
          throw new AppError('validation_failed', 'No conocemos esa zona horaria.', {
            fields: [{ path: 'silencio/zona', message: 'Zona horaria desconocida.' }],
          });
        await inTransaction(pool, async (client) => {
          const { notifications: current } = await lockOpenAccount(client, uid);
          if (!matchesEtag(etagOf(current), request.headers['if-match']))
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

/** Of the content: mailed links change it too, and there is no version column. */
function etagOf({ silencio, correo, navegador }: Notifications): string {
  const hours = silencio && [silencio.desde, silencio.hasta, silencio.zona];
  return contentEtag([hours, correo, navegador]);
}

/** IANA names only: the runtime also accepts offsets such as `+02:00`, which have no daylight saving time. */
function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('es', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
