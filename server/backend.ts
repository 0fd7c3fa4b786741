/** Composition root of the server: database, market, checks, mail, projections, and the HTTP application over them. */
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import { alertActionRoutes } from './alerts/actions-routes.ts';
import { startChecks } from './alerts/checks.ts';
import { sendTestMail } from './alerts/test-mail.ts';
import { apiRoutes } from './api.ts';
import { createApp } from './app.ts';
import { createIssuerCheck } from './auth/issuer-check.ts';
import { createTokenVerifier } from './auth/verify-token.ts';
import { settleBeforeErasure } from './billing/account-ends.ts';
import { type Billing, createBilling } from './billing/billing.ts';
import { startBookkeeper } from './billing/bookkeeper.ts';
import { webhookRoute } from './billing/webhook.ts';
import type { Config } from './config.ts';
import { findAlerts } from './db/alerts.ts';
import { keepListening } from './db/listen.ts';
import { readFloors } from './db/live.ts';
import { migrate } from './db/migrate.ts';
import { createPool } from './db/pool.ts';
import { readSource } from './db/source.ts';
import { LiveHub } from './live/hub.ts';
import { findRevoked } from './live/revoked.ts';
import { startOutboxSender } from './mail/sender.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { sourcePayload } from './monitoring/live-payloads.ts';
import { type Market, startMarket, watchMarket } from './monitoring/market.ts';
import { marketControlPlugin } from './monitoring/market-control-plugin.ts';
import { startAccountEndings } from './users/account-endings.ts';
import {
  confirmationRoutes,
  sendConfirmation,
  sendConfirmationAgain,
} from './users/confirmation.ts';
import type { BeforeErasure } from './users/erase-account.ts';
import { createIdentityAccounts } from './users/identity-accounts.ts';
import { createProfileDocuments } from './users/profile-documents.ts';
import { startProjections } from './users/projection.ts';

export interface Backend {
  readonly app: FastifyInstance;
  /** null where this process only sends mail. */
  readonly market: Market | null;
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
const beforeErasure: readonly BeforeErasure[] = [settleBeforeErasure];

export async function startBackend(options: BackendOptions): Promise<Backend> {
  const { config, plugins, log } = options;
  await migrate(config.databaseUrl);
  const pool = createPool(config.databaseUrl, {
    connections: config.databaseConnections,
    silentTransactionMs,
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
    const isStoodBy = createIssuerCheck({
      origin: config.identity.origin,
      apiKey: config.clientConfig.firebase.apiKey,
      onAway: () => metrics.issuerAway.inc(),
    });
    const app = await createApp({
      log,
      production: config.production,
      metricsToken: config.metricsToken,
      metrics,
      door: {
        pool,
        verifyToken: createTokenVerifier(config.identity),
        isStoodBy,
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
            revoked: (sessions) => findRevoked({ db: pool, isStoodBy }, sessions),
            sendConfirmation: (client, user) => sendConfirmationAgain(client, user, config),
            sendTestMail: (client, user) => sendTestMail(client, user, config),
          })
        : [],
      plugins: [
        ...plugins,
        ...(plays('api')
          ? [confirmationRoutes({ pool, config }), alertActionRoutes({ pool, config })]
          : []),
        ...(plays('api') && billing ? [webhookRoute(billing)] : []),
        // Holding the market is for one's own computer.
        ...(config.production ? [] : [marketControlPlugin(() => market)]),
      ],
    });
    closers.push(() => app.close());
    if (plays('api') && billing) {
      let bookkeeper: ReturnType<typeof startBookkeeper> | null = null;
      // Locally the application serves the payment service too: nobody answers before it listens.
      app.addHook('onListen', async () => {
        bookkeeper = startBookkeeper(billing);
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
): Billing | null {
  const { payments: settings, appOrigin } = config;
  if (settings === null) return null;
  return createBilling({ pool, appOrigin, log, metrics, settings, ...(clock && { clock }) });
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
  const sender = startOutboxSender(rest);
  closers.push(() => sender.close());
  const checks = startChecks(rest);
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
  const projections = startProjections({ ...rest, databaseUrl: config.databaseUrl });
  closers.push(() => projections.close());
  const endings = startAccountEndings({
    ...rest,
    identities: createIdentityAccounts(config.identity),
    beforeErasure,
  });
  closers.push(() => endings.close());
}

const rolesOf = (config: Config) => (role: Config['role']) =>
  config.role === 'all' || config.role === role;

/** A process that stopped in the middle of a transaction must not keep its shards, or a person's row, from the others. */
const silentTransactionMs = 4_000;
/** It writes one transaction at a time; looks and the live stream's news come between. */
const workerConnections = 4;

/** A worker's part of the market, or for the API the market as others work on it. */
async function openMarket(parts: {
  readonly pool: pg.Pool;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly closers: (() => Promise<void>)[];
}): Promise<Market | null> {
  const { pool, config, log, metrics, closers } = parts;
  const plays = rolesOf(config);
  if (!plays('worker') && !plays('api')) return null;
  if (!plays('worker')) {
    const watched = await watchMarket({ pool, config });
    closers.push(() => watched.close());
    return watched;
  }
  const workerPool = createPool(config.databaseUrl, {
    connections: workerConnections,
    silentTransactionMs,
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
  readonly market: Market | null;
  readonly closers: (() => Promise<void>)[];
}): LiveHub {
  const { pool, config, log, market, closers } = parts;
  const onFailure = (error: unknown) => log.warn({ err: error }, 'the live stream stumbled');
  const hub = new LiveHub({
    snapshot: (matches) => readFloors(pool, matches),
    findAlerts: (owned) => findAlerts(pool, owned),
    source: () => market?.source() ?? null,
    onFailure,
  });
  // The worker that reads the source says it too, unless there is none left.
  market?.onTurn((event) => hub.hear(sourcePayload(event)));
  const ear = keepListening({
    databaseUrl: config.databaseUrl,
    channel: 'vigia_live',
    onPayload: (payload) => hub.hear(payload),
    onGap: () => void hub.resync(),
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
