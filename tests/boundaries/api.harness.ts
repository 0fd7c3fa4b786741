/** Test harness of the API: the real application on a fresh database with a market, and stand-ins for identity service and document database. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import type pg from 'pg';
import pino from 'pino';
import { afterAll } from 'vitest';
import type { KeyScope } from '#contract/api-keys.ts';
import { enqueueTestMail } from '#server/alerts/enqueue-test-mail.ts';
import { mailActionRoutes } from '#server/alerts/mail-action-routes.ts';
import { drawKey } from '#server/auth/api-key.ts';
import type { RevocationCheck } from '#server/auth/token-revocation.ts';
import { createTokenVerifier } from '#server/auth/verify-token.ts';
import { createMetrics } from '#server/base/metrics.ts';
import { type BillingContext, createBillingContext } from '#server/billing/billing-context.ts';
import { archiveInvoicesAndDeleteCustomer } from '#server/billing/stop-billing.ts';
import type { StripeSettings } from '#server/billing/stripe-client.ts';
import { webhookRoute } from '#server/billing/webhook-route.ts';
import { listAlertsByIds } from '#server/db/alerts/alerts.ts';
import { DatabaseClock } from '#server/db/database-clock.ts';
import { listCurrentFloors } from '#server/db/market/current-floors.ts';
import { startListener } from '#server/db/pg-listener.ts';
import { createPool } from '#server/db/pool.ts';
import { insertApiKey } from '#server/db/users/api-keys.ts';
import { createChannelSender } from '#server/delivery/message-transport.ts';
import { pushRenewalRoute } from '#server/delivery/push/push-renewal-route.ts';
import { telegramWebhookRoute } from '#server/delivery/telegram/telegram-webhook-route.ts';
import { apiRoutes } from '#server/http/api-routes.ts';
import { createApp } from '#server/http/app.ts';
import { findRevokedSessions } from '#server/live/find-revoked-sessions.ts';
import { LiveHub } from '#server/live/hub.ts';
import type { StreamSession } from '#server/live/stream-route.ts';
import { marketPushRoute } from '#server/market-push/push-route.ts';
import { confirmationRoutes, resendConfirmation } from '#server/profile/email-confirmation.ts';
import {
  createProfileDocuments,
  type ProfileDocuments,
} from '#server/profile/profile-documents.ts';
import { firestoreStandin } from '#standins/firestore/plugin.ts';
import { identityStandin } from '#standins/identity/plugin.ts';
import { loadSigningKeys, type SigningKeys } from '#standins/identity/signing-keys.ts';
import { testChannels } from '#tests/support/channels-config.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { type Claims, issuerOf, signIdToken } from '#tests/support/id-token.ts';
import { insertAlert } from '#tests/support/samples.ts';

const projectId = 'vigia-test';
/** Secret that signs mail links. */
export const linkSecret = 'l'.repeat(32);

export interface TestApi {
  readonly app: FastifyInstance;
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  readonly documents: ProfileDocuments;
  readonly servicesUrl: string;
  readonly keys: SigningKeys;
  /** Mails the routes requested, in order. */
  readonly mails: { kind: 'confirmation' | 'test'; uid: string }[];
  readonly hub: LiveHub;
  /** Which of these live streams the next revocation check would close. */
  revoked(sessions: readonly StreamSession[]): Promise<readonly StreamSession[]>;
  /** null without the option `payments`. */
  readonly billing: BillingContext | null;
  token(claims?: Claims): Promise<string>;
  /** Injects a request with a bearer token, unless `as` is null. */
  call(options: InjectOptions & { as?: Claims | null }): Promise<{
    status: number;
    headers: Record<string, unknown>;
    body: unknown;
    text: string;
  }>;
  close(): Promise<void>;
}

/** One that all tests of a file share, until its last one has ended. */
export async function openTestApi(options?: Parameters<typeof startTestApi>[0]): Promise<TestApi> {
  const api = await startTestApi(options);
  afterAll(() => api.close());
  return api;
}

/** Once a worker: they take as long to draw as an API to start. */
let signingKeys: Promise<SigningKeys> | undefined;

export async function startTestApi({
  prepareDist = async () => {},
  payments,
  // Most tests' users have no account at the identity service, only signed tokens.
  isTokenActive = async () => true,
  maxStreams = 20_000,
  queueMails = false,
}: {
  /** Stores the routes' mails, as in the product, instead of `mails`. */
  readonly queueMails?: boolean;
  readonly maxStreams?: number;
  readonly isTokenActive?: RevocationCheck;
  readonly prepareDist?: (distDir: string) => Promise<void>;
  readonly payments?: { readonly settings: StripeSettings; readonly clock: () => Date };
} = {}): Promise<TestApi> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigia-api-'));
  signingKeys ??= loadSigningKeys(await mkdtemp(join(tmpdir(), 'vigia-keys-')));
  const keys = await signingKeys;
  const distDir = join(dataDir, 'dist');
  await prepareDist(distDir);
  const services = Fastify();
  services.get('/jwks', async () => keys.jwks);
  await services.register(firestoreStandin, { dataDir, projectId, keys });
  await services.register(identityStandin, { dataDir, projectId, keys, sendMail: async () => {} });
  const servicesUrl = await services.listen({ port: 0, host: '127.0.0.1' });

  const database = await createTestDatabase();
  const pool = createPool(database.url);
  await seedMarket(pool);
  const metrics = createMetrics();
  const documents = createProfileDocuments({
    projectId,
    host: new URL(servicesUrl).host,
    ssl: false,
    serverToken: 'owner',
  });
  const mails: TestApi['mails'] = [];
  const sendConfirmation = async (_client: pg.PoolClient, user: { uid: string }) => {
    mails.push({ kind: 'confirmation', uid: user.uid });
  };
  const hub = new LiveHub({
    snapshot: (matches) => listCurrentFloors(pool, matches),
    findAlerts: (owned) => listAlertsByIds(pool, owned),
    source: () => null,
    onFailure: (error) => {
      throw error;
    },
  });
  const { promise: listening, resolve: onListening } = Promise.withResolvers<void>();
  const liveListener = startListener({
    databaseSessionUrl: database.url,
    channel: 'vigia_live',
    metrics,
    onPayload: (payload) => hub.onNotification(payload),
    onConnect: () => void hub.resync().then(onListening),
    onFailure: () => {},
  });
  const revoked = (sessions: readonly StreamSession[]) =>
    findRevokedSessions({ db: pool, isTokenActive }, sessions);
  const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
  const clock = new DatabaseClock();
  const appOrigin = 'https://vigia.test';
  const mailConfig = { appOrigin, linkSecrets: [linkSecret] as const };
  const billing = payments
    ? createBillingContext({ pool, appOrigin, log, metrics, ...payments })
    : null;
  const channelsConfig = testChannels(servicesUrl);
  const channelSender = createChannelSender({ ...mailConfig, channels: channelsConfig });
  const app = await createApp({
    log,
    production: false,
    metricsToken: 'metrics-secret',
    metrics,
    auth: {
      pool,
      enqueueConfirmation: sendConfirmation,
      verifyToken: createTokenVerifier({
        jwksUrl: `${servicesUrl}/jwks`,
        issuer: issuerOf(projectId),
        projectId,
      }),
      isTokenActive,
      appOrigin,
    },
    health: { pool, version: 'test', market: null, isStopping: () => false },
    spa: {
      distDir,
      origin: 'https://vigia.example',
      scriptUrl: '/__local/gapi.js',
      clientConfig: {
        version: 'test',
        firebase: { apiKey: 'k', authDomain: 'a', projectId, appId: 'i' },
        identityOrigin: servicesUrl,
        documents: { host: new URL(servicesUrl).host, ssl: false },
        emailjs: { origin: null, publicKey: '', serviceId: '', templateId: '', toEmail: '' },
        landingUrl: 'https://example.test/</script>',
        localMailbox: null,
        supportEmail: 'ayuda@example.test',
      },
    },
    servesPages: true,
    api: apiRoutes({
      pool,
      readPool: pool,
      documents,
      beforeErasure: [archiveInvoicesAndDeleteCustomer],
      billing,
      channels: { config: channelsConfig, sender: channelSender },
      appOrigin,
      version: 'test',
      hub,
      metrics,
      findRevoked: revoked,
      maxStreams,
      enqueueConfirmation: queueMails
        ? (client, user) => resendConfirmation(client, user, mailConfig)
        : sendConfirmation,
      enqueueTestMail: async (client, user) => {
        if (queueMails) await enqueueTestMail(client, user, mailConfig);
        else mails.push({ kind: 'test', uid: user.uid });
      },
    }),
    plugins: [
      confirmationRoutes({ pool, config: mailConfig, clock }),
      mailActionRoutes({ pool, config: mailConfig, clock }),
      marketPushRoute({ pool, metrics }),
      ...(billing ? [webhookRoute(billing)] : []),
      pushRenewalRoute({ pool, config: channelsConfig }),
      telegramWebhookRoute({ pool, bot: channelsConfig.telegram, secrets: channelsConfig.secrets }),
    ],
  });
  await app.ready();
  // What is notified before is lost, and a connection sends every stream a snapshot.
  await listening;

  const token = (claims?: Claims) => signIdToken(keys, projectId, claims);

  return {
    app,
    revoked,
    pool,
    databaseUrl: database.url,
    documents,
    servicesUrl,
    keys,
    mails,
    hub,
    billing,
    token,
    async call({ as = {}, headers, ...options }) {
      const bearer = as === null ? {} : { authorization: `Bearer ${await token(as)}` };
      const response = await app.inject({ ...options, headers: { ...bearer, ...headers } });
      const json = String(response.headers['content-type']).startsWith('application/json');
      return {
        status: response.statusCode,
        headers: response.headers,
        body: json && response.body !== '' ? response.json() : null,
        text: response.body,
      };
    },
    async close() {
      hub.close();
      await liveListener.close();
      await app.close();
      await channelSender.close();
      await documents.close();
      await services.close();
      await pool.end();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Seeds three matches in euros with four collectibles and some history; market now is 20 November 2026, 12:00 UTC. */
export async function seedMarket(pool: pg.Pool): Promise<void> {
  await pool.query(`
    insert into sources (name, fingerprint, currency, market_now, last_arrival_at)
      values ('test', 'f', 'EUR', '2026-11-20T12:00:00Z', now());
    insert into matches (id, source, number, event, name, city, currency, kickoff_at, home, away)
      values ('m1', 'test', 1, 'Torneo', 'España – Uruguay', 'Guadalajara', 'EUR', now() + interval '30 days',
              '{"name":"España","colors":["#a00","#fc0","#a00"],"vertical":false}',
              '{"name":"Uruguay","colors":["#fff","#0af","#fff"],"vertical":false}'),
             ('m2', 'test', 2, 'Torneo', 'Partido 2', 'Toronto', 'EUR', null, null, null),
             ('m3', 'test', 3, 'Torneo', 'Partido 3', 'Miami', 'EUR', now() - interval '1 hour', null, null);
    insert into collectibles (id, match_id, name, category, currency, floor_cents, listings, last_observed_at, floor_changed_at, first_priced_at)
      values ('c1', 'm1', 'Cat 1', 'cat-1', 'EUR', 18000, 4, '2026-11-20T12:00:00Z', '2026-11-20T12:00:00Z', '2026-10-01T00:00:00Z'),
             ('c2', 'm1', '=Cat, 2', 'cat-2', 'EUR', 9000, 2, '2026-11-20T11:00:00Z', '2026-11-20T11:00:00Z', '2026-10-01T00:00:00Z'),
             ('c3', 'm2', 'Cat 1', 'cat-1', 'EUR', null, 0, null, null, null),
             ('c4', 'm3', 'Cat 1', 'cat-1', 'EUR', 5000, 1, '2026-11-20T11:00:00Z', '2026-11-20T11:00:00Z', '2026-10-01T00:00:00Z');
    select ensure_price_partitions('2026-10-01', '2026-11-30');
    insert into price_changes (collectible_id, observed_at, floor_cents) values
      ('c1', '2026-10-01T00:00:00Z', 20000), ('c1', '2026-11-10T00:00:00Z', 17000),
      ('c1', '2026-11-12T00:00:00Z', 21000), ('c1', '2026-11-14T00:00:00Z', 16500),
      ('c1', '2026-11-20T12:00:00Z', 18000), ('c2', '2026-10-01T00:00:00Z', 9500),
      ('c2', '2026-11-20T11:00:00Z', 9000), ('c4', '2026-10-01T00:00:00Z', 5000);
  `);
}

/** Inserts an alert of a user's threshold, as the market worker does. @returns its id */
export const seedAlert = (pool: pg.Pool, uid: string, id: string, episode = 1): Promise<string> =>
  insertAlert(pool, {
    ...{ uid, id, episode, value_cents: 15_000, previous_cents: 18_000 },
    observed_at: '2026-11-20T12:00:00Z',
  });

/** @returns a new key of the user's */
export async function createKey(
  pool: pg.Pool,
  uid: string,
  scope: KeyScope = 'read',
): Promise<string> {
  const { key, ...drawn } = drawKey('vigia_');
  await insertApiKey(pool, uid, { name: 'Robot', scope, expiresAt: null, ...drawn });
  return key;
}

/** Creates the profile document, as the browser does on first sign-in. */
export async function createDocument(
  api: TestApi,
  uid: string,
  fields: Readonly<Record<string, string>> = { username: 'inicial' },
): Promise<void> {
  const root = `projects/${projectId}/databases/(default)/documents`;
  const values = Object.entries(fields).map(([name, stringValue]) => [name, { stringValue }]);
  const update = { name: `${root}/users/${uid}`, fields: Object.fromEntries(values) };
  const { ok } = await fetch(`${api.servicesUrl}/v1/${root}:commit`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ writes: [{ update }] }),
  });
  if (!ok) throw new Error('the document was not created');
}
