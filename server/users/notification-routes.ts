/** GET and PUT /api/users/notifications: quiet hours, mail on or off, browser notices. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { notifications } from '#contract/users.ts';
import { sessionOf } from '../auth/authenticate.ts';
import { updateNotifications } from '../db/users.ts';
import { Refusal } from '../errors.ts';

export const notificationRoutes =
  ({ pool }: { readonly pool: pg.Pool }): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/users/notifications',
      { schema: { response: { 200: notifications } } },
      async (request) => sessionOf(request).user.notifications,
    );

    app.put(
      '/api/users/notifications',
      { schema: { body: notifications, response: { 200: notifications } } },
      async (request) => {
        const { user } = sessionOf(request);
        const { silencio } = request.body;
        if (silencio !== null && !isTimeZone(silencio.zona))
          throw new Refusal('rule_broken', 'No conocemos esa zona horaria.', {
            fields: [{ path: 'silencio/zona', message: 'Zona horaria desconocida.' }],
          });
        await updateNotifications(pool, user.uid, request.body);
        return request.body;
      },
    );
  };

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
