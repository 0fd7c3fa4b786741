/** Ana's threshold, her channels, and one receiver that stands for all of them, for tests of the delivery worker. */
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import type { ChannelKind } from '#domain/channels.ts';
import { runDueChecks } from '#server/alerts/run-checks.ts';
import { createMetrics } from '#server/base/metrics.ts';
import { insertChannel } from '#server/db/alerts/channels.ts';
import { upsertPendingChecks } from '#server/db/market/reading-writes.ts';
import type { ChannelsConfig } from '#server/delivery/channels-config.ts';
import { sealSettings } from '#server/delivery/secret-box.ts';
import type { DeliveryWorkerOptions } from '#server/delivery/start-kinds.ts';
import { startDeliveryWorker } from '#server/workers/delivery-worker.ts';
import { type ChannelReceiver, startChannelReceiver } from './channel-receiver.ts';
import { testChannels } from './channels-config.ts';
import { openTestDatabase } from './database.ts';
import { insertAlert, insertSamples } from './samples.ts';

interface DeliveryRow {
  readonly id: string;
  readonly state: string;
  readonly attempts: number;
  readonly last_error: string | null;
  /** Seconds until its next attempt. */
  readonly wait: number;
}

/** What each test has of its own. */
interface Backend {
  readonly pool: pg.Pool;
  readonly receiver: ChannelReceiver;
  readonly config: ReturnType<typeof configOf>;
}

interface StartOptions {
  readonly timings?: DeliveryWorkerOptions['timings'];
  readonly metrics?: ReturnType<typeof createMetrics>;
  /** Of the channels; those of the test's configuration unless given. */
  readonly channels?: ChannelsConfig;
}

/** Signs the webhooks. */
export const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const log = pino({ level: 'silent' });
/** Nobody listens there: mails wait. */
const silentRelay = {
  smtpUrl: 'smtp://127.0.0.1:9',
  from: 'Vigía <avisos@vigia.example>',
  dkim: null,
  requireTls: false,
  ehloName: null,
};

const configOf = (origin: string, databaseUrl: string) => ({
  appOrigin: 'https://vigia.example',
  linkSecrets: ['s'.repeat(32)] as const,
  databaseSessionUrl: databaseUrl,
  channels: testChannels(origin),
});

/** Registers the hooks of a test file: each test has rows and a receiver of its own, and its workers end with it. */
export async function setupDeliveries() {
  const { url, pool } = await openTestDatabase();
  let backend: Backend;
  let workers: { close(): Promise<void> }[] = [];

  beforeAll(() =>
    insertSamples(pool, {
      matches: [{ id: 'm1' }],
      collectibles: [{ id: 'c1', floor_cents: 17_500, listings: 46 }],
    }),
  );
  beforeEach(async () => {
    await pool.query(`
      delete from users; delete from market_pages; delete from channel_holds;
      update collectibles set name = 'Categoría 2'`);
    const receiver = await startChannelReceiver();
    const config = configOf(receiver.origin, url);
    backend = { pool, receiver, config };
    await addUser('ana');
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    workers = [];
    await backend.receiver.close();
  });

  /** A user of Elite with the threshold `uno`. */
  async function addUser(uid: string): Promise<void> {
    const grants = [{ uid }];
    const thresholds = [{ uid, id: 'uno' }];
    await insertSamples(backend.pool, { users: [{ uid }], plan_grants: grants, thresholds });
  }

  /** Fires the user's threshold, and runs its check. */
  async function fire(uid = 'ana', currency = 'EUR'): Promise<void> {
    await insertAlert(backend.pool, { uid, currency });
    await check(uid);
  }

  /** Runs the user's check, at an instant or now. @returns how many alerts it counted whose way had ended, by outcome */
  async function check(uid = 'ana', at?: string): Promise<Record<string, number>> {
    const metrics = createMetrics();
    await upsertPendingChecks(backend.pool, [{ uid, dueAt: new Date(0) }]);
    const { appOrigin, linkSecrets } = backend.config;
    await runDueChecks({
      pool: backend.pool,
      log,
      config: { appOrigin, linkSecrets },
      metrics,
      ...(at !== undefined && { clock: () => new Date(at) }),
    });
    const { values } = await metrics.alertsRerouted.get();
    return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
  }

  async function addChannel(kind: ChannelKind, settings: object, uid = 'ana'): Promise<string> {
    const id = randomUUID();
    const sealed = sealSettings(settings, id, backend.config.channels.secrets);
    const channel = { id, kind, name: kind, settings: sealed, linkCode: null };
    await insertChannel(backend.pool, uid, channel);
    return id;
  }

  const deliveries = async () =>
    (
      await backend.pool.query<DeliveryRow>(
        `select *, extract(epoch from next_attempt_at - now())::float8 as wait
           from deliveries where kind <> 'mail' order by created_at, id`,
      )
    ).rows;

  return {
    get pool() {
      return backend.pool;
    },
    get receiver() {
      return backend.receiver;
    },
    get config() {
      return backend.config;
    },
    addUser,
    fire,
    check,
    addChannel,
    addWebhook: (path = '/hook', uid = 'ana') =>
      addChannel(
        'webhook',
        { url: `${backend.receiver.origin}${path}`, secret: webhookSecret },
        uid,
      ),
    pushSettings: (path = '/push/1') => ({
      endpoint: `${backend.receiver.origin}${path}`,
      keys: {
        p256dh: createECDH('prime256v1').generateKeys('base64url'),
        auth: randomBytes(16).toString('base64url'),
      },
    }),
    start({
      timings = {},
      metrics = createMetrics(),
      channels = backend.config.channels,
    }: StartOptions = {}) {
      const { pool, config } = backend;
      const worker = startDeliveryWorker({
        pool,
        config: {
          appOrigin: config.appOrigin,
          databaseSessionUrl: config.databaseSessionUrl,
          mail: silentRelay,
          messages: { ...config, channels },
        },
        log,
        metrics,
        timings,
      });
      workers.push(worker);
      return worker;
    },
    deliveries,
    states: async () => (await deliveries()).map(({ state }) => state),
    channel: async (id: string) =>
      (
        await backend.pool.query(
          'select state, stop_reason, failures, rejections, last_delivery_at from channels where id = $1',
          [id],
        )
      ).rows[0],
    bodies: () => backend.receiver.received.map(({ body }) => JSON.parse(body.toString('utf8'))),
    /** Ids of the deliveries that arrived at a path, in order. */
    idsAt: (path: string) =>
      backend.receiver.received
        .filter((post) => post.path === path)
        .map(({ headers }) => headers['webhook-id']),
  };
}
