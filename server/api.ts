/** Every route behind the door of `/api`, over the parts they need. */
import type { FastifyPluginAsync } from 'fastify';
import { alertRoutes } from './alerts/routes.ts';
import { type BillingRouteParts, billingRoutes } from './billing/routes.ts';
import { type StreamParts, streamRoute } from './live/stream-route.ts';
import { type MonitoringParts, monitoringRoutes } from './monitoring/routes.ts';
import { previewRoute } from './monitoring/routes-preview.ts';
import { type AccountParts, accountRoutes } from './users/account-routes.ts';
import { exportRoutes } from './users/export-routes.ts';
import { type MailRouteOptions, mailRoutes } from './users/mail-routes.ts';
import { notificationRoutes } from './users/notification-routes.ts';
import type { ProfileDocuments } from './users/profile-documents.ts';
import { profileRoutes } from './users/profile-routes.ts';
import { settingsRoutes } from './users/settings-routes.ts';
import { thresholdRoutes } from './users/threshold-routes.ts';

export type ApiParts = MonitoringParts &
  MailRouteOptions &
  StreamParts &
  AccountParts &
  BillingRouteParts & { readonly documents: ProfileDocuments };

export const apiRoutes = (parts: ApiParts): readonly FastifyPluginAsync[] => [
  monitoringRoutes(parts),
  previewRoute(parts),
  streamRoute(parts),
  alertRoutes(parts),
  settingsRoutes(parts),
  thresholdRoutes(parts),
  profileRoutes(parts),
  accountRoutes(parts),
  exportRoutes(parts),
  notificationRoutes(parts),
  mailRoutes(parts),
  billingRoutes(parts),
];
