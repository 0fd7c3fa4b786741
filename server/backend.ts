/** Composition root of the server: database, market, checks, mail, projections, and the HTTP application over them. */
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import { startCheckWorker } from './alerts/check-worker.ts';
import { mailActionRoutes } from './alerts/mail-action-routes.ts';
import { sendTestMail } from './alerts/send-test-mail.ts';
import { createRevocationCheck } from './auth/token-revocation.ts';
import { createTokenVerifier } from './auth/verify-token.ts';
import { type BillingContext, createBillingContext } from './billing/billing-context.ts';
import { startBillingWorker } from './billing/billing-worker.ts';
import { archiveInvoicesAndDeleteCustomer } from './billing/stop-billing.ts';
import { webhookRoute } from './billing/webhook-route.ts';
import type { Config } from './config.ts';
import { findAlerts } from './db/alerts/alerts.ts';
import { readCurrentFloors } from './db/market/current-floors.ts';
import { readSource } from './db/market/sources.ts';
import { migrate } from './db/migrate.ts';
import { startListener } from './db/pg-listener.ts';
import { createPool } from './db/pool.ts';
import { apiRoutes } from './http/api-routes.ts';
import { createApp } from './http/app.ts';
import { findRevokedSessions } from './live/find-revoked-sessions.ts';
import { LiveHub } from './live/hub.ts';
import { sourcePayload } from './live/live-notification.ts';
import { startOutboxWorker } from './mail/outbox-worker.ts';
import { marketControlPlugin } from './market-control/market-control-plugin.ts';
import type { MarketService } from './market-worker/market-options.ts';
import { followMarket, startMarket } from './market-worker/market-service.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { BeforeErasure } from './users/account/erase-account.ts';
import { startErasureWorker } from './users/account/erasure-worker.ts';
import { createIdentityAdmin } from './users/account/identity-admin.ts';
import {
  confirmationRoutes,
  resendConfirmation,
  sendConfirmation,
} from './users/profile/email-confirmation.ts';
import { createProfileDocuments } from './users/profile/profile-documents.ts';
import { startProjectionWorker } from './users/profile/profile-projection-worker.ts';

export interface Backend {
  readonly app: FastifyInstance;
  /** null where this process only sends mail. */
  readonly market: MarketService | null;
  /** Finishes what is in hand, within ten seconds. */
  close(): Promise<void>;
}

export interface BackendOptions {
  readonly config: Config;
  /** Stand-ins of hosted services, served beside the product outside production. */
  readonly plugins: readonly FastifyPluginAsync[];
  readonly log: FastifyBaseLogger;
  /** The time of the payments' world, where it is not the real one. */
  readonly billingClock?: () => Date;
}

const drainMs = 10_000;

/** What the law wants kept of an erased account is set aside here, by whoever holds it. */
const beforeErasure: readonly BeforeErasure[] = [archiveInvoicesAndDeleteCustomer];

export async function startBackend(options: BackendOptions): Promise<Backend> {
  const { config, plugins, log } = options;
  await migrate(config.databaseUrl);
  const pool = createPool(config.databaseUrl, {
    connections: config.databaseConnections,
    idleInTransactionTimeoutMs: idleInTransactionTimeoutMs,
  });
  const metrics = createMetrics();
  // In the order of starting; closed in reverse, the pool last.
  const closers: (() => Promise<void>)[] = [() => pool.end()];
  const close = () => drain(closers.splice(0), log);
  try {
    const plays = rolesOf(config);
    if (plays('mail')) startMail({ pool, config, log, metrics, closers });
    const market = await openMarket({ pool, config, log, metrics, closers });
    const documents = createProfileDocuments(config.documents);
    closers.push(() => documents.close());
    const hub = plays('api') ? startHub({ pool, config, log, market, closers }) : null;

    const billing = billingOf(options, pool, metrics);
    const isTokenActive = createRevocationCheck({
      origin: config.identity.origin,
      apiKey: config.clientConfig.firebase.apiKey,
      onUnreachable: () => metrics.issuerAway.inc(),
    });
    const app = await createApp({
      log,
      production: config.production,
      metricsToken: config.metricsToken,
      metrics,
      door: {
        pool,
        verifyToken: createTokenVerifier(config.identity),
        isTokenActive: isTokenActive,
        // A second first sight within seconds finds the mail already queued: nothing to tell anyone.
        sendConfirmation: async (client, user) => {
          await sendConfirmation(client, user, config);
        },
      },
      health: { pool, version: config.clientConfig.version },
      spa: {
        distDir: config.distDir,
        origin: config.appOrigin,
        clientConfig: config.clientConfig,
        scriptUrl: config.identity.scriptUrl,
      },
      api: hub
        ? apiRoutes({
            pool,
            documents,
            beforeErasure,
            billing,
            appOrigin: config.appOrigin,
            metrics,
            hub,
            mostStreams: config.mostStreams,
            marketNow: async () => (await readSource(pool))?.marketNow ?? null,
            revoked: (sessions) => findRevokedSessions({ db: pool, isTokenActive }, sessions),
            sendConfirmation: (client, user) => resendConfirmation(client, user, config),
            sendTestMail: (client, user) => sendTestMail(client, user, config),
          })
        : [],
      plugins: [
        ...plugins,
        ...(plays('api')
          ? [confirmationRoutes({ pool, config }), mailActionRoutes({ pool, config })]
          : []),
        ...(plays('api') && billing ? [webhookRoute(billing)] : []),
        // Holding the market is for one's own computer.
        ...(config.production ? [] : [marketControlPlugin(() => market)]),
      ],
    });
    closers.push(() => app.close());
    if (plays('api') && billing) {
      let bookkeeper: ReturnType<typeof startBillingWorker> | null = null;
      // Locally the application serves the payment service too: nobody answers before it listens.
      app.addHook('onListen', async () => {
        bookkeeper = startBillingWorker(billing);
      });
      closers.push(async () => bookkeeper?.close());
    }
    if (plays('mail')) startDocuments({ pool, config, log, metrics, documents, closers });
    return { app, market, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** null where no payment service is configured: then nobody can pay. */
function billingOf(
  { config, log, billingClock: clock }: BackendOptions,
  pool: pg.Pool,
  metrics: Metrics,
): BillingContext | null {
  const { payments: settings, appOrigin } = config;
  if (settings === null) return null;
  return createBillingContext({ pool, appOrigin, log, metrics, settings, ...(clock && { clock }) });
}

/** Checks and mails. They start before the market and stop after it, so that what it fires last still finds them. */
function startMail(parts: {
  readonly pool: pg.Pool;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly closers: (() => Promise<void>)[];
}): void {
  const { closers, ...rest } = parts;
  const sender = startOutboxWorker(rest);
  closers.push(() => sender.close());
  const checks = startCheckWorker(rest);
  closers.push(() => checks.close());
}

/** Profile documents, and what closing accounts leaves to do. They stop before the application does: locally it serves the document database. */
function startDocuments(parts: {
  readonly pool: pg.Pool;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly documents: ReturnType<typeof createProfileDocuments>;
  readonly closers: (() => Promise<void>)[];
}): void {
  const { closers, config, ...rest } = parts;
  const projections = startProjectionWorker({ ...rest, databaseUrl: config.databaseUrl });
  closers.push(() => projections.close());
  const endings = startErasureWorker({
    ...rest,
    identities: createIdentityAdmin(config.identity),
    beforeErasure,
  });
  closers.push(() => endings.close());
}

const rolesOf = (config: Config) => (role: Config['role']) =>
  config.role === 'all' || config.role === role;

/** A process that stopped in the middle of a transaction must not keep its shards, or a person's row, from the others. */
const idleInTransactionTimeoutMs = 4_000;
/** It writes one transaction at a time; looks and the live stream's news come between. */
const workerConnections = 4;

/** A worker's part of the market, or for the API the market as others work on it. */
async function openMarket(parts: {
  readonly pool: pg.Pool;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly closers: (() => Promise<void>)[];
}): Promise<MarketService | null> {
  const { pool, config, log, metrics, closers } = parts;
  const plays = rolesOf(config);
  if (!plays('worker') && !plays('api')) return null;
  if (!plays('worker')) {
    const watched = await followMarket({ pool, config });
    closers.push(() => watched.close());
    return watched;
  }
  const workerPool = createPool(config.databaseUrl, {
    connections: workerConnections,
    idleInTransactionTimeoutMs: idleInTransactionTimeoutMs,
  });
  closers.push(() => workerPool.end());
  const market = await startMarket({ pool: workerPool, config, log, metrics });
  closers.push(() => market.close());
  return market;
}

/** One ear on the database per process, however many readers it serves. */
function startHub(parts: {
  readonly pool: pg.Pool;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly market: MarketService | null;
  readonly closers: (() => Promise<void>)[];
}): LiveHub {
  const { pool, config, log, market, closers } = parts;
  const onFailure = (error: unknown) => log.warn({ err: error }, 'the live stream stumbled');
  const hub = new LiveHub({
    snapshot: (matches) => readCurrentFloors(pool, matches),
    findAlerts: (owned) => findAlerts(pool, owned),
    source: () => market?.source() ?? null,
    onFailure,
  });
  // The worker that reads the source says it too, unless there is none left.
  market?.onStateChange((event) => hub.onNotification(sourcePayload(event)));
  const ear = startListener({
    databaseUrl: config.databaseUrl,
    channel: 'vigia_live',
    onPayload: (payload) => hub.onNotification(payload),
    onReconnect: () => void hub.resync(),
    onFailure,
  });
  closers.push(async () => {
    hub.close();
    await ear.close();
  });
  return hub;
}

/** Closes everything in turn; what does not end in time is left behind, for the database is the truth. */
async function drain(
  closers: readonly (() => Promise<void>)[],
  log: FastifyBaseLogger,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), drainMs);
  });
  const work = async () => {
    for (const close of closers.toReversed())
      await close().catch((error: unknown) => log.error({ err: error }, 'closing failed'));
    return 'done' as const;
  };
  const result = await Promise.race([work(), late]);
  clearTimeout(timer);
  if (result === 'late') log.warn('not everything ended within ten seconds');
}
