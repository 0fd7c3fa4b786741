/** `/api/users/thresholds` and `/api/users/watched`: thresholds and watched matches one by one. */
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { thresholdPatch } from '#contract/threshold.ts';
import {
  type ThresholdsPage,
  thresholdBatch,
  thresholdCreated,
  thresholdCreation,
  thresholdItem,
  thresholdParams,
  thresholdsQuery,
  watchedParams,
  watchList,
} from '#contract/thresholds.ts';
import { plans } from '#domain/plans.ts';
import { sessionOf } from '../auth/authenticate.ts';
import { storedRow } from '../auth/row-budget.ts';
import { listThresholdsWithValues } from '../db/users/listed-thresholds.ts';
import type { MarketCache } from '../monitoring/market-cache.ts';
import { enforceExport } from '../plans/plan-limits.ts';
import { changeSettings } from '../settings/change-settings.ts';
import {
  changeThreshold,
  changeThresholds,
  createThreshold,
  deleteThreshold,
  loadThresholdItem,
} from '../settings/change-threshold.ts';
import { toConfiguracion, toThresholdItem, toWatchList } from '../settings/settings-mapper.ts';
import { thresholdsToCsv } from '../threshold-files/threshold-csv.ts';
import { pageOfThresholds } from './list-thresholds.ts';

export const thresholdRoutes =
  ({
    pool,
    market,
  }: {
    readonly pool: pg.Pool;
    readonly market: MarketCache;
  }): FastifyPluginAsyncZod =>
  async (app) => {
    // All of them are read and locked.
    app.addHook('preHandler', async (request) => {
      if (request.routeOptions.config.keyScope !== 'read')
        request.countRows(plans[sessionOf(request).user.plan].maxThresholds);
    });

    app.get(
      '/api/users/thresholds',
      {
        config: { keyScope: 'read', takesTurns: true },
        schema: { querystring: thresholdsQuery },
      },
      async (request, reply) => {
        const { user } = sessionOf(request);
        const { format, ...query } = request.query;
        if (format !== undefined) {
          enforceExport(plans[user.plan]);
          const thresholds = await listThresholdsWithValues(pool, user.uid);
          request.countRows(thresholds.length);
          const { umbrales } = toConfiguracion(user, thresholds);
          reply.header('content-disposition', `attachment; filename="umbrales.${format}"`);
          if (format === 'json') return { umbrales };
          const names = new Map(
            thresholds.map(({ id, matchName, part }) => [
              id,
              [matchName, part].filter(Boolean).join(', '),
            ]),
          );
          const csv = thresholdsToCsv(umbrales, (id) => names.get(id) ?? '');
          return reply.type('text/csv; charset=utf-8').send(csv);
        }
        const thresholds = await listThresholdsWithValues(pool, user.uid);
        request.countRows(thresholds.length);
        const page = pageOfThresholds(
          thresholds.map((threshold) => toThresholdItem(threshold, user.readAt)),
          query,
        );
        return query.month === undefined ? page : withMonths(page, market);
      },
    );

    app.post(
      '/api/users/thresholds',
      {
        config: { keyScope: 'write' },
        schema: {
          body: thresholdCreation,
          response: { 200: thresholdCreated, 201: thresholdCreated },
        },
      },
      async (request, reply) => {
        const { uid } = sessionOf(request).user;
        const { created, item } = await createThreshold(pool, { uid, creation: request.body });
        return reply
          .code(created ? 201 : 200)
          .header('etag', item.threshold.etag)
          .send(item);
      },
    );

    app.post(
      '/api/users/thresholds/batch',
      {
        config: {
          keyScope: 'write',
          carriesThresholds: true,
          takesTurns: true,
        },
        schema: { body: thresholdBatch, response: { 200: watchList } },
      },
      (request) => {
        request.countRows(storedRow * request.body.changes.length);
        return changeThresholds(pool, sessionOf(request).user.uid, request.body);
      },
    );

    app.get(
      '/api/users/thresholds/:id',
      {
        config: { keyScope: 'read' },
        schema: { params: thresholdParams, response: { 200: thresholdItem } },
      },
      async (request, reply) => {
        const { uid, readAt } = sessionOf(request).user;
        const item = await loadThresholdItem(pool, { uid, id: request.params.id, now: readAt });
        return reply.header('etag', item.threshold.etag).send(item);
      },
    );

    app.patch(
      '/api/users/thresholds/:id',
      {
        config: { keyScope: 'write' },
        schema: { params: thresholdParams, body: thresholdPatch, response: { 200: thresholdItem } },
      },
      async (request, reply) => {
        const item = await changeThreshold(pool, namedIn(request), () => request.body);
        return reply.header('etag', item.threshold.etag).send(item);
      },
    );

    app.delete(
      '/api/users/thresholds/:id',
      {
        config: { keyScope: 'write' },
        schema: { params: thresholdParams, response: { 200: thresholdItem } },
      },
      (request) => deleteThreshold(pool, namedIn(request)),
    );

    for (const method of ['PUT', 'DELETE'] as const)
      app.route({
        method,
        url: '/api/users/watched/:matchId',
        config: { keyScope: 'write' },
        schema: { params: watchedParams, response: { 200: watchList } },
        handler: (request) => {
          const { matchId } = request.params;
          return changeSettings(pool, sessionOf(request).user.uid, {
            write({ user: { partidos } }) {
              if (partidos.includes(matchId) === (method === 'PUT')) return null;
              const others = partidos.filter((id) => id !== matchId);
              return { partidos: method === 'PUT' ? [...others, matchId] : others };
            },
            result: async (_client, { user }) => toWatchList(user),
          });
        },
      });
  };

/** Those of all collectibles of the page are read together. */
async function withMonths(page: ThresholdsPage, market: MarketCache): Promise<ThresholdsPage> {
  const targets = page.items.map(({ threshold }) => threshold.target);
  const ids = new Set(targets.flatMap(({ kind, id }) => (kind === 'collectible' ? [id] : [])));
  const months = await (await market.view()).monthFloors([...ids]);
  const items = page.items.map((item) => {
    const { kind, id } = item.threshold.target;
    return kind === 'match' ? item : { ...item, month: [...(months.get(id) ?? [])] };
  });
  return { ...page, items };
}

const namedIn = (request: FastifyRequest<{ Params: { id: string } }>) => ({
  uid: sessionOf(request).user.uid,
  id: request.params.id,
  ifMatch: request.headers['if-match'],
});
