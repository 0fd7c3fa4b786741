/** List of the route plugins of `/api` that need a session. */
import type { FastifyPluginAsync } from 'fastify';
import { alertRoutes } from '../alerts/alert-routes.ts';
import { type BillingRouteOptions, billingRoutes } from '../billing/billing-routes.ts';
import { type StreamOptions, streamRoute } from '../live/stream-route.ts';
import { MarketCache } from '../monitoring/market-cache.ts';
import { type MonitoringOptions, monitoringRoutes } from '../monitoring/monitoring-routes.ts';
import { previewRoute } from '../monitoring/preview-routes.ts';
import { type AccountRouteOptions, accountRoutes } from '../users/account/account-routes.ts';
import { exportRoutes } from '../users/account/export-routes.ts';
import { type MailRouteOptions, mailRoutes } from '../users/profile/mail-routes.ts';
import type { ProfileDocuments } from '../users/profile/profile-documents.ts';
import { profileRoutes } from '../users/profile/profile-routes.ts';
import { notificationRoutes } from '../users/settings/notification-routes.ts';
import { settingsRoutes } from '../users/settings/settings-routes.ts';
import { thresholdFileRoutes } from '../users/threshold-files/threshold-file-routes.ts';

export type ApiRouteOptions = Omit<MonitoringOptions, 'market'> &
  MailRouteOptions &
  StreamOptions &
  AccountRouteOptions &
  BillingRouteOptions & { readonly documents: ProfileDocuments };

export function apiRoutes(options: ApiRouteOptions): readonly FastifyPluginAsync[] {
  const market = new MarketCache(options.pool);
  return [
    monitoringRoutes({ ...options, market }),
    previewRoute({ ...options, market }),
    streamRoute(options),
    alertRoutes(options),
    settingsRoutes(options),
    thresholdFileRoutes(options),
    profileRoutes(options),
    accountRoutes(options),
    exportRoutes(options),
    notificationRoutes(options),
    mailRoutes(options),
    billingRoutes(options),
  ];
}
