/** GET and PUT /api/users/notifications: quiet hours, mail on or off, browser notifications, weekly summary. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { type Notifications, notifications } from '#contract/users.ts';
import { sessionOf } from '../../auth/authenticate.ts';
import { contentEtag, matchesEtag } from '../../content-etag.ts';
import { setSummaryDueAt } from '../../db/alerts/weekly-summaries.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type User, updateNotifications } from '../../db/users/users.ts';
import { AppError } from '../../errors.ts';
import { mailTimeZone } from '../../mail/format.ts';
import { nextSummaryAt } from '../../mail/weekly-schedule.ts';
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
          const user = await lockOpenAccount(client, uid);
          if (!matchesEtag(etagOf(user.notifications), request.headers['if-match']))
            throw new AppError(
              'conflict',
              'Tus avisos cambiaron mientras tanto. Recarga la página.',
            );
          const dueAt = summaryDueAt(user, request.body);
          await updateNotifications(client, uid, request.body);
          await setSummaryDueAt(client, uid, dueAt);
        });
        const stored = toStored(request.body);
        return reply.header('etag', etagOf(stored)).send(stored);
      },
    );
  };

/** Of the content: mailed links change it too, and there is no version column. */
function etagOf({ silencio, correo, navegador, resumenSemanal }: Notifications): string {
  const hours = silencio && [silencio.desde, silencio.hasta, silencio.zona];
  return contentEtag([hours, correo, navegador, ...(resumenSemanal ? ['semanal'] : [])]);
}

/** As GET answers it: a summary that is not wanted is absent. */
const toStored = ({ resumenSemanal, ...others }: Notifications): Notifications =>
  resumenSemanal ? { ...others, resumenSemanal } : others;

/**
 * When the next summary is due; null = none. One that is due or put off by quiet hours stays, and so does the next one unless
 * the time zone changed.
 */
function summaryDueAt(
  { notifications: current, weeklySummaryDueAt, readAt: now }: User,
  { silencio, resumenSemanal }: Notifications,
): Date | null {
  if (!resumenSemanal) return null;
  const zone = mailTimeZone(silencio);
  const isSameZone = zone === mailTimeZone(current.silencio);
  const stays = weeklySummaryDueAt !== null && (isSameZone || weeklySummaryDueAt <= now);
  return stays ? weeklySummaryDueAt : nextSummaryAt(now, zone);
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
