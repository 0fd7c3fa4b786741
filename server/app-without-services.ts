/**
 * The application with every route and none of the services behind them, for who wants its routes alone (the OpenAPI document) or
 * what a database answers (benches).
 */
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import pino from 'pino';
import { mailActionRoutes } from './alerts/mail-action-routes.ts';
import type { TokenVerifier } from './auth/verify-token.ts';
import { createMetrics } from './base/metrics.ts';
import { createBillingContext } from './billing/billing-context.ts';
import { webhookRoute } from './billing/webhook-route.ts';
import { DatabaseClock } from './db/database-clock.ts';
import { pushRenewalRoute } from './delivery/push/push-renewal-route.ts';
import { telegramWebhookRoute } from './delivery/telegram/telegram-webhook-route.ts';
import { apiRoutes } from './http/api-routes.ts';
import { createApp } from './http/app.ts';
import { LiveHub } from './live/hub.ts';
import { marketPushRoute } from './market-push/push-route.ts';
import { confirmationRoutes } from './profile/email-confirmation.ts';
import { createProfileDocuments } from './profile/profile-documents.ts';

const nowhere = 'http://127.0.0.1:9';

/** @param pools the caller's, which ends them */
export async function createAppWithoutServices({
  pool,
  readPool,
  verifyToken,
}: {
  readonly pool: pg.Pool;
  readonly readPool: pg.Pool;
  readonly verifyToken: TokenVerifier;
}): Promise<{ readonly app: FastifyInstance; close(): Promise<void> }> {
  const metrics = createMetrics();
  const documents = createProfileDocuments({
    projectId: 'none',
    host: '127.0.0.1:9',
    ssl: false,
    serverToken: 'none',
  });
  const hub = new LiveHub({
    snapshot: async () => [],
    findAlerts: async () => [],
    source: () => null,
    onFailure: () => {},
  });
  const log = pino({ level: 'silent' });
  const billing = createBillingContext({
    pool,
    log,
    metrics,
    appOrigin: nowhere,
    settings: { secretKey: 'none', webhookSecret: 'none', apiOrigin: nowhere },
  });
  const config = { appOrigin: nowhere, linkSecrets: ['none'] as const };
  const clock = new DatabaseClock();
  const app = await createApp({
    log,
    production: false,
    metricsToken: null,
    metrics,
    auth: {
      pool,
      enqueueConfirmation: async () => {},
      verifyToken,
      isTokenActive: async () => true,
      appOrigin: nowhere,
    },
    health: { pool, version: '', market: null, isStopping: () => false },
    spa: {
      distDir: '/nowhere',
      origin: nowhere,
      scriptUrl: null,
      clientConfig: {
        version: '',
        firebase: { apiKey: '', authDomain: '', projectId: '', appId: '' },
        identityOrigin: nowhere,
        documents: null,
        emailjs: { origin: null, publicKey: '', serviceId: '', templateId: '', toEmail: '' },
        landingUrl: nowhere,
        localMailbox: null,
        supportEmail: '',
      },
    },
    servesPages: false,
    api: apiRoutes({
      pool,
      readPool,
      documents,
      hub,
      metrics,
      beforeErasure: [],
      billing,
      channels: null,
      appOrigin: nowhere,
      version: '',
      findRevoked: async () => [],
      maxStreams: 0,
      enqueueConfirmation: async () => {},
      enqueueTestMail: async () => {},
    }),
    plugins: [
      confirmationRoutes({ pool, config, clock }),
      mailActionRoutes({ pool, config, clock }),
      marketPushRoute({ pool, metrics }),
      webhookRoute(billing),
      pushRenewalRoute({
        pool,
        config: { secrets: ['none'], allowLocal: false, pushServices: [] },
      }),
      telegramWebhookRoute({
        pool,
        secrets: ['none'],
        bot: { token: '', name: '', webhookSecret: '', apiOrigin: nowhere, linkOrigin: nowhere },
      }),
    ],
  });
  return {
    app,
    async close() {
      await app.close();
      hub.close();
      await documents.close();
    },
  };
}
