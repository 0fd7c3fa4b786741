/** GET, PUT and PATCH /api/users/notifications: quiet hours, mail on or off, browser notifications, weekly summary. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { type Notifications, notifications, notificationsPatch } from '#contract/users.ts';
import { lockOpenAccount } from '../accounts/lock-open-account.ts';
import { sessionOf } from '../auth/authenticate.ts';
import { contentEtag, matchesEtag } from '../base/content-etag.ts';
import { AppError } from '../base/errors.ts';
import { isTimeZone } from '../base/is-time-zone.ts';
import { setSummaryDueAt } from '../db/alerts/weekly-summaries.ts';
import { inTransaction } from '../db/transaction.ts';
import { type User, updateNotifications } from '../db/users/users.ts';
import { mailTimeZone } from '../mail/format.ts';
import { nextSummaryAt } from '../mail/weekly-schedule.ts';

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

    for (const [method, body] of [
      ['PUT', notifications],
      ['PATCH', notificationsPatch],
    ] as const)
      app.route({
        method,
        url: '/api/users/notifications',
        config: { keyScope: 'never' },
        schema: { body, response: { 200: notifications } },
        handler: async (request, reply) => {
          const { quietHours } = request.body;
          if (quietHours && !isTimeZone(quietHours.zone))
            throw new AppError('validation_failed', 'No conocemos esa zona horaria.', {
              fields: [{ path: 'quietHours/zone', message: 'Zona horaria desconocida.' }],
            });
          const changed = await inTransaction(pool, async (client) => {
            const user = await lockOpenAccount(client, sessionOf(request).user.uid);
            const stored = user.notifications;
            if (!matchesEtag(etagOf(stored), request.headers['if-match']))
              throw new AppError('conflict', 'Tus avisos cambiaron mientras tanto.', { stored });
            const next = { ...(method === 'PATCH' && stored), ...request.body };
            const changed = toStored(next as Notifications);
            await updateNotifications(client, user.uid, changed);
            await setSummaryDueAt(client, user.uid, summaryDueAt(user, changed));
            return changed;
          });
          return reply.header('etag', etagOf(changed)).send(changed);
        },
      });
  };

/** Of the content: mailed links change it too, and there is no version column. */
function etagOf({ quietHours, mail, browser, weeklySummary }: Notifications): string {
  const hours = quietHours && [quietHours.from, quietHours.to, quietHours.zone];
  return contentEtag([hours, mail, browser, ...(weeklySummary ? ['weekly'] : [])]);
}

/** As GET answers it: a summary that is not wanted is absent. */
const toStored = ({ weeklySummary, ...others }: Notifications): Notifications =>
  weeklySummary ? { ...others, weeklySummary } : others;

/**
 * When the next summary is due; null = none. One that is due or put off by quiet hours stays, and so does the next one unless
 * the time zone changed.
 */
function summaryDueAt(
  { notifications: current, weeklySummaryDueAt, readAt: now }: User,
  { quietHours, weeklySummary }: Notifications,
): Date | null {
  if (!weeklySummary) return null;
  const zone = mailTimeZone(quietHours);
  const isSameZone = zone === mailTimeZone(current.quietHours);
  const stays = weeklySummaryDueAt !== null && (isSameZone || weeklySummaryDueAt <= now);
  return stays ? weeklySummaryDueAt : nextSummaryAt(now, zone);
}
