/**
 * Price to channel: from the reading that crosses to the request that a push service, an ntfy server and a webhook get, with the
 * alert, the check, the deliveries and their encryption in between, all durable and in one process. For a thousand users at once,
 * beside the same requests without queue and database; then one by one.
 *
 *     npm run bench -- channels      BENCH_USERS=1000
 */
import { fork } from 'node:child_process';
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { on, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import webPush from 'web-push';
import type { ChannelKind } from '#domain/channels.ts';
import { createChannelSender } from '#server/delivery/channel-sender.ts';
import { sealSettings } from '#server/delivery/secret-box.ts';
import { startCheckWorker } from '#server/workers/check-worker.ts';
import { startDeliveryWorker } from '#server/workers/delivery-worker.ts';
import { openBenchMarket } from '../bench-market.ts';
import { median, percentile } from '../median.ts';
import { report } from '../report.ts';
import type { Arrival } from './receiver.ts';

const users = Number(process.env.BENCH_USERS ?? 1_000);
const kinds = ['push', 'ntfy', 'webhook'] as const satisfies readonly ChannelKind[];
const rounds = 3;
/** Crossings one after the other: a hundredth of them is more than one. */
const crossings = Math.min(300, users);
/** As in the delivery worker: requests in flight of one kind. */
const concurrency = 16;

const receiver = fork(fileURLToPath(new URL('receiver.ts', import.meta.url)));
const [port] = await once(receiver, 'message');
const origin = `http://127.0.0.1:${port}`;
/** User → kind → time of arrival. */
const arrivals = new Map<string, Map<string, number>>();
receiver.on('message', ({ path, atMs }: Arrival) => {
  const [, kind = '', uid = ''] = path.split('/');
  const ofUser = arrivals.get(uid) ?? new Map<string, number>();
  arrivals.set(uid, ofUser.set(kind, atMs));
});
const hasArrived = (index: number) => arrivals.get(`u${index}`)?.size === kinds.length;

const secrets = ['un-secreto-solo-de-mediciones-0000'] as const;
const { publicKey, privateKey } = webPush.generateVAPIDKeys();
const browser = createECDH('prime256v1');
const keys = {
  p256dh: browser.generateKeys().toString('base64url'),
  auth: randomBytes(16).toString('base64url'),
};
const settingsOf = (kind: (typeof kinds)[number], uid: string) =>
  ({
    push: { endpoint: `${origin}/push/${uid}`, keys },
    ntfy: { server: `${origin}/ntfy/${uid}`, topic: 'avisos' },
    webhook: { url: `${origin}/webhook/${uid}`, secret: `whsec_${'A'.repeat(43)}=` },
  })[kind];

const market = await openBenchMarket(users);
const { pool } = market;
const floors = (cents: number, from: number, to: number) =>
  new Map(Array.from({ length: to - from }, (_, index) => [`c${from + index}`, cents]));
await market.claimShards();
await market.applyReading(floors(1_100, 0, users));
await pool.query(`
  insert into users (uid, email, username, email_confirmed_at, frecuencia)
    select 'u' || i, 'u' || i || '@example.test', 'user', now(), 60 from generate_series(0, ${users - 1}) i;
  insert into plan_grants (uid, plan, granted_by) select uid, 'elite', 'bench' from users;
  insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp, active_from)
    select 'u' || i, 't', 'collectible', 'c' || i, 'm' || i / 10, 'below', 1000, 'EUR', 300, now() - interval '7 days'
      from generate_series(0, ${users - 1}) i`);
const channels = Array.from({ length: users }, (_, user) => `u${user}`).flatMap((uid) =>
  kinds.map((kind) => ({ id: randomUUID(), uid, kind, settings: settingsOf(kind, uid) })),
);
const sealed = channels.map(({ id, settings }) => sealSettings(settings, id, secrets));
await pool.query(
  `insert into channels (id, uid, kind, name, state, settings)
     select id, uid, kind, kind, 'active', settings
       from unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[]) as c (id, uid, kind, settings)`,
  [
    channels.map(({ id }) => id),
    channels.map(({ uid }) => uid),
    channels.map(({ kind }) => kind),
    sealed,
  ],
);
await market.claimShards();

/** Nothing listens there: their mails wait. */
const noMail = {
  smtpUrl: 'smtp://127.0.0.1:9',
  requireTls: false,
  ehloName: null,
  from: 'Vigía <avisos@vigia.example>',
  dkim: null,
};
const config = {
  appOrigin: 'https://vigia.test',
  linkSecrets: ['s'.repeat(32)] as const,
  databaseSessionUrl: market.url,
  channels: {
    secrets,
    vapid: { publicKey, privateKey, subject: 'mailto:ayuda@vigia.test' },
    telegram: null,
    allowLocal: true,
    pushServices: [],
  },
};
const options = {
  pool,
  config,
  log: pino({ level: 'error' }),
  metrics: market.metrics,
  // One hour ahead: every check is due as soon as it is enqueued; the wait is not measured.
  clock: () => new Date(Date.now() + 3_600_000),
};
const checks = startCheckWorker(options);
const deliveries = startDeliveryWorker({
  ...options,
  log: pino({ level: 'fatal' }),
  config: {
    appOrigin: config.appOrigin,
    databaseSessionUrl: config.databaseSessionUrl,
    mail: noMail,
    messages: config,
  },
});

/** Until the receivers have got everything of these users. @returns when the last came */
async function arrivedFrom(from: number, to: number): Promise<number> {
  for (let index = from; index < to; index += 1) {
    if (hasArrived(index)) continue;
    for await (const _ of on(receiver, 'message')) if (hasArrived(index)) break;
  }
  return performance.timeOrigin + performance.now();
}

/** Crosses back, and forgets what arrived. */
async function rearm(from: number, to: number): Promise<void> {
  await market.applyReading(floors(1_100, from, to));
  arrivals.clear();
}

/** @returns milliseconds from the reading to each kind's arrival */
async function crossOneByOne(): Promise<Record<(typeof kinds)[number], number[]>> {
  const latencies = { push: [] as number[], ntfy: [] as number[], webhook: [] as number[] };
  for (let user = 0; user < crossings; user += 1) {
    const began = performance.timeOrigin + performance.now();
    await market.applyReading(floors(900, user, user + 1));
    await arrivedFrom(user, user + 1);
    for (const kind of kinds)
      latencies[kind].push((arrivals.get(`u${user}`)?.get(kind) ?? Number.NaN) - began);
  }
  await rearm(0, crossings);
  return latencies;
}

/** @returns deliveries per second */
async function crossAllAtOnce(): Promise<number> {
  const began = performance.timeOrigin + performance.now();
  await market.applyReading(floors(900, 0, users));
  const ended = await arrivedFrom(0, users);
  await rearm(0, users);
  return (users * kinds.length * 1_000) / (ended - began);
}

/** The same requests and nothing else. @returns requests per second */
async function sendAll(): Promise<number> {
  const { rows } = await pool.query(
    `select id, uid, alerts, attempts, created_at as "createdAt" from deliveries where kind <> 'mail' limit 1`,
  );
  const [example] = rows;
  if (example === undefined) throw new Error('no delivery was stored');
  const sender = createChannelSender(config);
  const began = performance.now();
  await Promise.all(
    kinds.map(async (kind) => {
      const ofKind = channels
        .map((channel, index) => ({ ...channel, settings: sealed[index] ?? Buffer.alloc(0) }))
        .filter((channel) => channel.kind === kind)
        .values();
      const work = async () => {
        for (const channel of ofKind) await sender.send(channel, { ...example, kind });
      };
      await Promise.all(Array.from({ length: concurrency }, work));
    }),
  );
  const elapsed = performance.now() - began;
  await sender.close();
  arrivals.clear();
  return (users * kinds.length * 1_000) / elapsed;
}

await crossOneByOne();
const rates = { product: [] as number[], bare: [] as number[] };
for (let round = 0; round < rounds; round += 1) {
  rates.product.push(await crossAllAtOnce());
  rates.bare.push(await sendAll());
}
const alone = await crossOneByOne();

for (const kind of kinds)
  report({
    what: `price to ${kind}, 99th percentile of ${crossings}`,
    unit: 'ms',
    value: percentile(alone[kind], 99),
    goal: { max: 1_000 },
    note: `median ${median(alone[kind]).toFixed(1)} ms, at most ${Math.max(...alone[kind]).toFixed(0)}`,
  });
report({
  what: `${users} users with three channels each due at once`,
  unit: 'deliveries/s',
  value: median(rates.product),
  reference: { name: 'the requests alone', value: median(rates.bare) },
});
await checks.close();
await deliveries.close();
await market.close();
receiver.disconnect();
