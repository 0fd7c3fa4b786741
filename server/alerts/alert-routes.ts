/** GET and PATCH /api/users/alerts: the history, newest first, its unread count, and marking as read. */
import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { alertsPatch, alertsPatched, alertsQuery } from '#contract/alerts.ts';
import { plans } from '#domain/plans.ts';
import { sessionOf } from '../auth/authenticate.ts';
import { limitPerAccount } from '../auth/limit-per-account.ts';
import { AppError } from '../base/errors.ts';
import {
  countOwnedAlerts,
  countUnreadAlerts,
  listAlerts,
  markAlertsRead,
} from '../db/alerts/alerts.ts';
import { enforceExport } from '../plans/plan-limits.ts';
import { alertsToCsv } from './alerts-csv.ts';

/** Each reads up to twenty thousand alerts. */
const exportsPerMinute = 10;
/** An alert's id: a PostgreSQL bigint below 2^53. */
const alertId = /^[1-9]\d{0,14}$/;

export const alertRoutes =
  ({ pool }: { readonly pool: pg.Pool }): FastifyPluginAsyncZod =>
  async (app) => {
    const countExport = limitPerAccount(app, { max: exportsPerMinute, timeWindow: '1 minute' });

    app.get(
      '/api/users/alerts',
      { config: { keyScope: 'read', takesTurns: true }, schema: { querystring: alertsQuery } },
      async (request, reply) => {
        const { user } = sessionOf(request);
        const { limit, cursor, since, ...query } = request.query;
        const filter = { ...query, ...(since !== undefined && { since: new Date(since) }) };
        const beforeId = cursor === undefined ? null : idFromCursor(cursor);
        const plan = plans[user.plan];
        const { visibleHistoryDays: visibleDays } = plan;
        reply.header('vary', 'Accept');
        if (/\btext\/csv\b/.test(request.headers.accept ?? '')) {
          enforceExport(plan);
          await countExport(request);
          const pages = alertsToCsv(async (page) => {
            const alerts = await listAlerts(pool, user.uid, filter, { ...page, visibleDays });
            request.countRows(alerts.length);
            return alerts;
          });
          // Before anything is sent, so that a database that is away answers as such; later the stream breaks.
          const { value: first = '' } = await pages.next();
          return reply
            .type('text/csv; charset=utf-8')
            .header('content-disposition', 'attachment; filename="alertas.csv"')
            .send(Readable.from(prepend(first, pages)));
        }
        // One more than requested, to know whether another page follows.
        const alerts = await listAlerts(pool, user.uid, filter, {
          limit: limit + 1,
          beforeId,
          visibleDays,
        });
        request.countRows(alerts.length);
        const items = alerts.slice(0, limit);
        const last = items.at(-1);
        return {
          items,
          nextCursor: alerts.length > limit && last !== undefined ? cursorOf(last.id) : null,
          unread: await countUnreadAlerts(pool, user.uid, visibleDays),
        };
      },
    );

    app.patch(
      '/api/users/alerts',
      {
        config: { keyScope: 'write' },
        schema: { body: alertsPatch, response: { 200: alertsPatched } },
      },
      async (request) => {
        const { user } = sessionOf(request);
        const ids = 'ids' in request.body ? [...new Set(request.body.ids)] : null;
        if (ids !== null) {
          request.countRows(ids.length);
          const areWellFormed = ids.every((id) => alertId.test(id));
          if (!areWellFormed || (await countOwnedAlerts(pool, user.uid, ids)) < ids.length)
            throw new AppError('not_found', 'No existe alguna de esas alertas.');
        }
        await markAlertsRead(pool, user.uid, ids);
        const { visibleHistoryDays } = plans[user.plan];
        return { unread: await countUnreadAlerts(pool, user.uid, visibleHistoryDays) };
      },
    );
  };

const cursorOf = (id: string) => Buffer.from(id).toString('base64url');

function idFromCursor(cursor: string): number {
  const id = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!alertId.test(id) || cursorOf(id) !== cursor)
    throw new AppError('invalid_request', 'El cursor no es de esta lista.');
  return Number(id);
}

async function* prepend(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}
