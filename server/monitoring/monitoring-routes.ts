/** GET /api/monitoring/matches, match, history, raw, stats and discovery. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type pg from 'pg';
import type * as z from 'zod/mini';
import {
  collectiblesQuery,
  discovery,
  type History,
  historyQuery,
  history as historySchema,
  matchDetail,
  matchesPage,
  matchesQuery,
  matchQuery,
  statistics,
  statsQuery,
} from '#contract/monitoring.ts';
import { defaultCollectible } from '#domain/default-collectible.ts';
import { plans } from '#domain/plans.ts';
import { type RequestSession, sessionOf } from '../auth/authenticate.ts';
import { objectsToCsv } from '../base/csv.ts';
import { AppError } from '../base/errors.ts';
import { listDataGaps } from '../db/market/data-gaps.ts';
import { loadPriceHistory } from '../db/market/price-history.ts';
import type { Database } from '../db/pool.ts';
import { listThresholds } from '../db/users/thresholds.ts';
import { enforceExport } from '../plans/plan-limits.ts';
import { toThreshold } from '../settings/settings-mapper.ts';
import {
  type CatalogueScope,
  findMatch,
  listCollectibles,
  listMatches,
} from './catalogue-pages.ts';
import { loadDiscovery } from './discovery.ts';
import type { MarketCache } from './market-cache.ts';
import { loadStatistics } from './statistics.ts';

export interface MonitoringOptions {
  readonly pool: pg.Pool;
  /** For what reads price history, with a limit on its statements. */
  readonly history: Database;
  readonly market: MarketCache;
}

/** More rows than any market has; an export is one page. */
const exportRows = 20_000;

export const monitoringRoutes =
  ({ pool, history, market }: MonitoringOptions): FastifyPluginAsyncZod =>
  async (app) => {
    const scopeOf = async ({ user }: RequestSession): Promise<CatalogueScope> => ({
      view: await market.view(),
      watched: user.partidos,
      now: user.readAt,
    });
    const loadChart = async (
      { collectible, range, points }: z.output<typeof historyQuery>,
      { user }: RequestSession,
      { view }: CatalogueScope,
    ): Promise<History> => {
      const request = {
        collectibleId: collectible,
        range,
        points,
        visibleDays: plans[user.plan].visibleHistoryDays,
        now: view.now ?? user.readAt,
      };
      const gaps = await view.once('data gaps', () => listDataGaps(history, new Date(0)));
      const chart = await view.chart(
        JSON.stringify([collectible, range, points, request.visibleDays]),
        () => loadPriceHistory(history, request, gaps),
      );
      const months = await view.monthFloors([collectible]);
      return { ...chart, month: [...(months.get(collectible) ?? [])] };
    };

    app.get(
      '/api/monitoring/matches',
      {
        config: { keyScope: 'read' },
        schema: { querystring: matchesQuery, response: { 200: matchesPage } },
      },
      async (request) => {
        const page = await listMatches(pool, request.query, await scopeOf(sessionOf(request)));
        request.countRows(page.items.length);
        return page;
      },
    );

    app.get(
      '/api/monitoring/match',
      {
        config: { keyScope: 'read' },
        schema: { querystring: matchQuery, response: { 200: matchDetail } },
      },
      async (request) => {
        const { id, collectible, ...window } = request.query;
        const session = sessionOf(request);
        const scope = await scopeOf(session);
        const match = await findMatch(pool, id, scope);
        if (match === null) throw new AppError('not_found', 'No existe ese partido.');
        const { items: collectibles } = await listCollectibles(
          pool,
          { match: id, limit: exportRows, sort: 'match', spark: '7d' },
          scope,
        );
        const thresholds = await listThresholds(pool, session.user.uid, id);
        request.countRows(collectibles.length + thresholds.length + window.points);
        const charted =
          collectibles.find((item) => item.id === collectible) ?? defaultCollectible(collectibles);
        return {
          match,
          collectibles,
          statistics: await loadStatistics(pool, { match: id }, scope.view),
          categoryStatistics:
            charted === undefined
              ? null
              : await loadStatistics(pool, { match: id, category: charted.category }, scope.view),
          thresholds: Object.fromEntries(
            thresholds.map((threshold) => [
              threshold.id,
              toThreshold(threshold, session.user.readAt),
            ]),
          ),
          history:
            charted === undefined
              ? null
              : await loadChart({ collectible: charted.id, ...window }, session, scope),
        };
      },
    );

    app.get(
      '/api/monitoring/history',
      {
        config: { keyScope: 'read' },
        schema: { querystring: historyQuery, response: { 200: historySchema } },
      },
      async (request) => {
        const session = sessionOf(request);
        const scope = await scopeOf(session);
        if (!scope.view.catalogue.placeById.has(request.query.collectible))
          throw new AppError('not_found', 'No existe ese coleccionable.');
        request.countRows(request.query.points);
        return loadChart(request.query, session, scope);
      },
    );

    app.get(
      '/api/monitoring/raw',
      { config: { keyScope: 'read' }, schema: { querystring: collectiblesQuery } },
      async (request, reply) => {
        const session = sessionOf(request);
        const scope = { ...(await scopeOf(session)), uid: session.user.uid };
        reply.header('vary', 'Accept');
        if (!/\btext\/csv\b/.test(request.headers.accept ?? '')) {
          const page = await listCollectibles(pool, request.query, scope, {
            withMonth: request.query.spark !== undefined,
          });
          request.countRows(page.items.length);
          return page;
        }
        enforceExport(plans[session.user.plan]);
        const query = { ...request.query, limit: exportRows, cursor: undefined };
        const { items } = await listCollectibles(pool, query, scope);
        request.countRows(items.length);
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="coleccionables.csv"')
          .send(objectsToCsv(items));
      },
    );

    app.get(
      '/api/monitoring/stats',
      {
        config: { keyScope: 'read' },
        schema: { querystring: statsQuery, response: { 200: statistics } },
      },
      async (request) => {
        const { match, category } = request.query;
        const scope = await scopeOf(sessionOf(request));
        if (match !== undefined && !scope.view.catalogue.matchById.has(match))
          throw new AppError('not_found', 'No existe ese partido.');
        return loadStatistics(pool, { match, category }, scope.view);
      },
    );

    app.get(
      '/api/monitoring/discovery',
      { config: { keyScope: 'read' }, schema: { response: { 200: discovery } } },
      async (request) => loadDiscovery(pool, await market.view(), sessionOf(request).user.readAt),
    );
  };
