/** List of the route plugins of `/api` that need a session. */
import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import { alertRoutes } from '../alerts/alert-routes.ts';
import { type BillingRouteOptions, billingRoutes } from '../billing/billing-routes.ts';
import { type ChannelRouteOptions, channelRoutes } from '../channels/channel-routes.ts';
import { limitStatements } from '../db/transaction.ts';
import { keyRoutes } from '../keys/key-routes.ts';
import { streamMatchesRoute } from '../live/stream-matches-route.ts';
import { type StreamOptions, streamRoute } from '../live/stream-route.ts';
import { type McpOptions, mcpRoute } from '../mcp/mcp-route.ts';
import { limitConcurrency } from '../monitoring/limit-concurrency.ts';
import { MarketCache } from '../monitoring/market-cache.ts';
import { type MonitoringOptions, monitoringRoutes } from '../monitoring/monitoring-routes.ts';
import { previewRoute } from '../monitoring/preview-routes.ts';
import { type AccountRouteOptions, accountRoutes } from '../profile/account-routes.ts';
import { exportRoutes } from '../profile/export-routes.ts';
import { type MailRouteOptions, mailRoutes } from '../profile/mail-routes.ts';
import type { ProfileDocuments } from '../profile/profile-documents.ts';
import { profileRoutes } from '../profile/profile-routes.ts';
import { notificationRoutes } from '../settings/notification-routes.ts';
import { settingsRoutes } from '../settings/settings-routes.ts';
import { thresholdFileRoutes } from '../threshold-files/threshold-file-routes.ts';
import { thresholdRoutes } from '../thresholds/threshold-routes.ts';

export type ApiRouteOptions = {
  readonly pool: pg.Pool;
  /** For reads of the market. */
  readonly readPool: pg.Pool;
} & McpOptions &
  MailRouteOptions &
  StreamOptions &
  AccountRouteOptions &
  ChannelRouteOptions &
  BillingRouteOptions & { readonly documents: ProfileDocuments };

export function apiRoutes(options: ApiRouteOptions): readonly FastifyPluginAsync[] {
  const history = limitStatements(options.readPool);
  const market = new MarketCache(options.readPool, history);
  return [
    marketReadRoutes({ pool: options.readPool, history, market }, options),
    streamRoute(options),
    accountDataRoutes({ ...options, market }),
    profileRoutes(options),
    accountRoutes(options),
    notificationRoutes(options),
    keyRoutes(options),
    channelRoutes(options),
    mailRoutes(options),
    billingRoutes(options),
    mcpRoute(options),
  ];
}

const marketReadRoutes =
  (options: MonitoringOptions, { hub }: Pick<ApiRouteOptions, 'hub'>): FastifyPluginAsync =>
  async (app) => {
    limitConcurrency(app);
    await app.register(monitoringRoutes(options));
    await app.register(previewRoute(options));
    await app.register(streamMatchesRoute({ hub, pool: options.pool }));
  };

const accountDataRoutes =
  (options: ApiRouteOptions & Pick<MonitoringOptions, 'market'>): FastifyPluginAsync =>
  async (app) => {
    limitConcurrency(app, ({ takesTurns }) => takesTurns === true);
    await app.register(alertRoutes(options));
    await app.register(settingsRoutes(options));
    await app.register(thresholdRoutes(options));
    await app.register(thresholdFileRoutes(options));
    await app.register(exportRoutes(options));
  };
