/** Composition root of the server: starts database, workers and HTTP application, by role. */
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import type { BeforeErasure } from './accounts/erase-account.ts';
import { createIdentityAdmin } from './accounts/identity-admin.ts';
import { enqueueTestMail } from './alerts/enqueue-test-mail.ts';
import { mailActionRoutes } from './alerts/mail-action-routes.ts';
import { createRevocationCheck } from './auth/token-revocation.ts';
import { createTokenVerifier } from './auth/verify-token.ts';
import { createMetrics, type Metrics } from './base/metrics.ts';
import { type BillingContext, createBillingContext } from './billing/billing-context.ts';
import { archiveInvoicesAndDeleteCustomer } from './billing/stop-billing.ts';
import { webhookRoute } from './billing/webhook-route.ts';
import type { Config } from './config/config.ts';
import { listAlertsByIds } from './db/alerts/alerts.ts';
import { DatabaseClock, followDatabaseClock } from './db/database-clock.ts';
import { listCurrentFloors } from './db/market/current-floors.ts';
import { createPool, createReadPool, queryTimeoutMs } from './db/pool.ts';
import type { MessageConfig } from './delivery/channels-config.ts';
import { createChannelSender } from './delivery/message-transport.ts';
import { pushRenewalRoute } from './delivery/push/push-renewal-route.ts';
import { telegramWebhookRoute } from './delivery/telegram/telegram-webhook-route.ts';
import type { EventBus } from './events/event-bus.ts';
import { openEventBus } from './events/open-event-bus.ts';
import { apiRoutes } from './http/api-routes.ts';
import { createApp } from './http/app.ts';
import { findRevokedSessions } from './live/find-revoked-sessions.ts';
import { LiveHub } from './live/hub.ts';
import { MissedEvents } from './live/missed-events.ts';
import { marketPushRoute } from './market-push/push-route.ts';
import type { FollowedMarket, MarketService } from './market-worker/market-options.ts';
import { followMarket, startMarket } from './market-worker/market-service.ts';
import {
  confirmationRoutes,
  enqueueConfirmation,
  resendConfirmation,
} from './profile/email-confirmation.ts';
import { createProfileDocuments } from './profile/profile-documents.ts';
import { startBillingWorker } from './workers/billing-worker.ts';
import { startCheckWorker } from './workers/check-worker.ts';
import { startDeliveryWorker } from './workers/delivery-worker.ts';
import { startMaintenanceWorker } from './workers/maintenance-worker.ts';
import { startMovedKickoffWorker } from './workers/moved-kickoff-worker.ts';
import { startProjectionWorker } from './workers/profile-projection-worker.ts';
import { startWeeklySummaryWorker } from './workers/weekly-summary-worker.ts';

export interface Backend {
  readonly app: FastifyInstance;
  /** null in the `mail` role. */
  readonly market: FollowedMarket | null;
  /** From now on /health answers 503, so that a balancer sends nothing more; everything is still served. */
  announceStop(): void;
  /** Stops everything in reverse order of starting, within ten seconds. */
  close(): Promise<void>;
}

export interface BackendOptions {
  readonly config: Config;
  /** Routes of the stand-ins of hosted services, outside production. */
  readonly plugins: (market: MarketService | null) => readonly FastifyPluginAsync[];
  readonly log: FastifyBaseLogger;
}

const drainMs = 10_000;

/** Run before an account is erased: archives what the law requires to be retained. */
const beforeErasure: readonly BeforeErasure[] = [archiveInvoicesAndDeleteCustomer];

export async function startBackend(options: BackendOptions): Promise<Backend> {
  const { config, plugins, log } = options;
  const pool = createPool(config.databaseUrl, {
    connections: config.databaseConnections,
    queryTimeoutMs,
  });
  const metrics = createMetrics();
  const clock = new DatabaseClock();
  // In the order of starting; closed in reverse, the pool last.
  const closers: (() => Promise<void>)[] = [() => pool.end()];
  const close = () => drain(closers.splice(0), log);
  let isStopping = false;
  try {
    const following = await followDatabaseClock({ pool, clock, registry: metrics.registry, log });
    closers.push(() => following.close());
    const hasRole = rolePredicate(config);
    if (hasRole('mail')) startMailWorkers({ config, log, metrics, closers });
    // Mails need none.
    const nats = hasRole('api') || hasRole('worker') ? config.nats : null;
    const bus = openEventBus({ ...config, nats }, metrics, (error) =>
      log.warn({ err: error }, 'NATS failed; it is tried again'),
    );
    closers.push(() => bus.close());
    const market = await openMarket({ pool, bus, clock, config, log, metrics, closers });
    const documents = createProfileDocuments(config.documents);
    closers.push(() => documents.close());
    const hub = hasRole('api') ? startHub({ pool, bus, log, market, closers }) : null;

    const billing = createBilling(options, { pool, metrics, clock });
    const channels = openChannels(config, closers);
    const isTokenActive = createRevocationCheck({
      origin: config.identity.origin,
      apiKey: config.clientConfig.firebase.apiKey,
      onUnreachable: () => metrics.tokenRevocationCheckErrors.inc(),
    });
    const app = await createApp({
      log,
      production: config.production,
      metricsToken: config.metricsToken,
      metrics,
      auth: {
        pool,
        verifyToken: createTokenVerifier(config.identity),
        isTokenActive: isTokenActive,
        appOrigin: config.appOrigin,
        // Its result is ignored: for a concurrent first request the mail is already queued.
        enqueueConfirmation: async (client, user) => {
          await enqueueConfirmation(client, user, config);
        },
      },
      health: {
        pool,
        version: config.clientConfig.version,
        market,
        bus: nats === null ? null : bus,
        clock,
        isStopping: () => isStopping,
      },
      spa: {
        distDir: config.distDir,
        origin: config.appOrigin,
        clientConfig: config.clientConfig,
        scriptUrl: config.identity.scriptUrl,
      },
      servesPages: hasRole('api'),
      api: hub
        ? apiRoutes({
            pool,
            readPool: openReadPool(config, closers),
            documents,
            beforeErasure,
            billing,
            channels,
            appOrigin: config.appOrigin,
            version: config.clientConfig.version,
            metrics,
            hub,
            maxStreams: config.maxStreams,
            findRevoked: (sessions) => findRevokedSessions({ db: pool, isTokenActive }, sessions),
            enqueueConfirmation: (client, user) => resendConfirmation(client, user, config),
            enqueueTestMail: (client, user) => enqueueTestMail(client, user, config),
          })
        : [],
      plugins: [
        ...plugins(market !== null && 'control' in market ? market : null),
        ...(hasRole('api')
          ? [confirmationRoutes({ pool, config, clock }), mailActionRoutes({ pool, config, clock })]
          : []),
        ...(hasRole('api') ? [marketPushRoute({ pool, metrics })] : []),
        ...(hasRole('api') && billing ? [webhookRoute(billing)] : []),
        ...(hasRole('api') && channels?.config.vapid
          ? [pushRenewalRoute({ pool, config: channels.config })]
          : []),
        ...(hasRole('api') && channels?.config.telegram
          ? [telegramWebhookRoute({ pool, bot: channels.config.telegram, ...channels.config })]
          : []),
      ],
    });
    closers.push(() => app.close());
    if (hasRole('api') && billing) {
      let billingWorker: ReturnType<typeof startBillingWorker> | null = null;
      // Locally the application also serves the payment stand-in, which answers only once it listens.
      app.addHook('onListen', async () => {
        billingWorker = startBillingWorker(billing);
      });
      closers.push(async () => billingWorker?.close());
    }
    if (hasRole('mail')) startAccountWorkers({ pool, config, log, metrics, documents, closers });
    const announceStop = () => {
      isStopping = true;
    };
    return { app, market, announceStop, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** null where no payment service is configured: nothing can be bought then. */
function createBilling(
  { config, log }: BackendOptions,
  { pool, metrics, clock }: { pool: pg.Pool; metrics: Metrics; clock: DatabaseClock },
): BillingContext | null {
  const { payments: settings, appOrigin } = config;
  if (settings === null) return null;
  return createBillingContext({
    pool,
    appOrigin,
    log,
    metrics,
    settings,
    clock: clock.now,
  });
}

/** What sends tests of channels; null where the operator has not set up channels. */
function openChannels(config: Config, closers: (() => Promise<void>)[]) {
  const messages = messageConfigOf(config);
  if (messages === null) return null;
  const sender = createChannelSender(messages);
  closers.push(() => sender.close());
  return { config: messages.channels, sender };
}

function messageConfigOf({ appOrigin, linkSecrets, channels }: Config): MessageConfig | null {
  return channels === null ? null : { appOrigin, linkSecrets, channels };
}

/** Starts check, summary and delivery workers: before the market, and closed after it, so that its last alerts are mailed. */
function startMailWorkers(options: {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly closers: (() => Promise<void>)[];
}): void {
  const { closers, ...others } = options;
  const pool = createPool(others.config.databaseUrl, {
    connections: mailConnections,
    queryTimeoutMs,
  });
  closers.push(() => pool.end());
  const rest = { ...others, pool };
  const { appOrigin, databaseSessionUrl, mail } = rest.config;
  const messages = messageConfigOf(rest.config);
  const deliveries = startDeliveryWorker({
    ...rest,
    config: { appOrigin, databaseSessionUrl, mail, messages },
  });
  closers.push(() => deliveries.close());
  const checks = startCheckWorker(rest);
  closers.push(() => checks.close());
  const summaries = startWeeklySummaryWorker(rest);
  closers.push(() => summaries.close());
}

/** Starts projection, erasure and reopening workers. Closed before the application, which locally serves the document database. */
function startAccountWorkers(options: {
  readonly pool: pg.Pool;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly documents: ReturnType<typeof createProfileDocuments>;
  readonly closers: (() => Promise<void>)[];
}): void {
  const { closers, config, ...rest } = options;
  const projections = startProjectionWorker(rest);
  closers.push(() => projections.close());
  const maintenance = startMaintenanceWorker({
    ...rest,
    identities: createIdentityAdmin(config.identity),
    beforeErasure,
  });
  closers.push(() => maintenance.close());
  const movedKickoffs = startMovedKickoffWorker(rest);
  closers.push(() => movedKickoffs.close());
}

const rolePredicate = (config: Config) => (role: Config['role']) =>
  config.role === 'all' || config.role === role;

/** The worker writes one transaction at a time; the others are for its queries and the live stream's. */
const workerConnections = 4;
/** Checks and mails are written in batches. */
const mailConnections = 6;

function openReadPool(config: Config, closers: (() => Promise<void>)[]): pg.Pool {
  const pool = createReadPool(config.databaseUrl);
  closers.push(() => pool.end());
  return pool;
}

/** Starts the market worker, or for the API follows the state of the market that other processes work on. */
async function openMarket(options: {
  readonly pool: pg.Pool;
  readonly bus: EventBus;
  readonly clock: DatabaseClock;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly closers: (() => Promise<void>)[];
}): Promise<MarketService | FollowedMarket | null> {
  const { pool, bus, clock, config, log, metrics, closers } = options;
  const hasRole = rolePredicate(config);
  if (!hasRole('worker') && !hasRole('api')) return null;
  if (!hasRole('worker')) {
    const follower = await followMarket({ pool, clock, metrics });
    closers.push(() => follower.close());
    return follower;
  }
  const workerPool = createPool(config.databaseUrl, {
    connections: workerConnections,
    queryTimeoutMs,
  });
  closers.push(() => workerPool.end());
  const market = await startMarket({ pool: workerPool, bus, clock, config, log, metrics });
  closers.push(() => market.close());
  return market;
}

/** Starts the live hub with one subscription per process, however many clients it serves. */
function startHub(options: {
  readonly pool: pg.Pool;
  readonly bus: EventBus;
  readonly log: FastifyBaseLogger;
  readonly market: FollowedMarket | null;
  readonly closers: (() => Promise<void>)[];
}): LiveHub {
  const { pool, bus, log, market, closers } = options;
  const onFailure = (error: unknown) =>
    log.warn({ err: error }, 'live stream: a notification or query failed');
  const hub = new LiveHub({
    snapshot: (matches) => listCurrentFloors(pool, matches),
    findAlerts: (owned) => listAlertsByIds(pool, owned),
    source: () => market?.source() ?? null,
    onInterest: (matchId, isWanted) =>
      isWanted ? subscription.watch(matchId) : subscription.unwatch(matchId),
    onApplied: (...reading) => missed.onApplied(...reading),
    onFailure,
  });
  const missed = new MissedEvents(pool, hub);
  missed.start(onFailure);
  market?.onSourceEvent((event) => hub.sendSource(event));
  const subscription = bus.live.subscribe({
    onPayload: (payload, options) => hub.onNotification(payload, options),
    onConnect: () => void hub.resync(),
    onWatched: (matches) =>
      void listCurrentFloors(pool, matches)
        .then((floors) => hub.sendMissed(floors, []))
        .catch(onFailure),
    onFailure,
  });
  closers.push(async () => {
    hub.close();
    await missed.close();
    await subscription.close();
  });
  return hub;
}

/** Closes everything in reverse order; gives up after `drainMs`, which loses nothing that is committed. */
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
  if (result === 'late') log.warn('shutdown: not everything closed within ten seconds');
}
