/**
 * Price to person: from the reading that crosses to what the mail relay, the push service, the ntfy server and the webhook have got,
 * with alert, check, the deliveries and their encryption in between, all durable and in one process. For many users at once, beside
 * the same mails and requests without queue and database; then one by one, for the time that a single alert takes.
 *
 *     npm run bench -- alerts      BENCH_USERS=1000
 */
import { fork } from 'node:child_process';
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import webPush from 'web-push';
import { createSmtpTransport } from '#server/delivery/mail/smtp-transport.ts';
import { createChannelSender } from '#server/delivery/message-transport.ts';
import { sealSettings } from '#server/delivery/secret-box.ts';
import { startCheckWorker } from '#server/workers/check-worker.ts';
import { startDeliveryWorker } from '#server/workers/delivery-worker.ts';
import { openBenchMarket } from './bench-market.ts';
import { median, percentile } from './median.ts';
import type { Arrival } from './receivers.ts';
import { report } from './report.ts';

/** With mail and three channels and a threshold on a collectible of their own. */
const users = Number(process.env.BENCH_USERS ?? 1_000);
/** With mail alone, and thresholds on the same collectibles: so many alerts in one mail. */
const mailUsers = Math.min(200, users);
const perMail = 10;
const rounds = 4;
/** Crossings one after the other: a hundredth of them is more than one. */
const crossings = Math.min(300, users);
const channelKinds = ['push', 'ntfy', 'webhook'] as const;
const kinds = ['mail', ...channelKinds] as const;
/** As in the delivery worker: in flight of one kind. */
const concurrency = { mail: 5, push: 16, ntfy: 16, webhook: 16 };

const receivers = fork(fileURLToPath(new URL('receivers.ts', import.meta.url)));
const [[smtpPort, httpPort]] = await once(receivers, 'message');
const arrivals: Arrival[] = [];
receivers.on('message', (arrival: Arrival) => arrivals.push(arrival));

const origin = `http://127.0.0.1:${httpPort}`;
const secrets = ['un-secreto-solo-de-mediciones-0000'] as const;
const p256dh = createECDH('prime256v1').generateKeys().toString('base64url');
const settings = {
  push: {
    endpoint: `${origin}/push`,
    keys: { p256dh, auth: randomBytes(16).toString('base64url') },
  },
  ntfy: { server: `${origin}/ntfy`, topic: 'avisos' },
  webhook: { url: `${origin}/webhook`, secret: `whsec_${'A'.repeat(43)}=` },
};
const channels = Array.from({ length: users }, (_, user) => `u${user}`).flatMap((uid) =>
  channelKinds.map((kind) => {
    const id = randomUUID();
    return { id, uid, kind, settings: sealSettings(settings[kind], id, secrets) };
  }),
);

const market = await openBenchMarket(users + perMail);
const { pool } = market;
const floors = (cents: number, from: number, to: number) =>
  new Map(Array.from({ length: to - from }, (_, index) => [`c${from + index}`, cents]));
await market.claimShards();
await market.applyReading(floors(1_100, 0, users + perMail));
await pool.query(`
  insert into users (uid, email, username, email_confirmed_at, frecuencia)
    select uid, uid || '@example.test', 'user', now(), 60
      from (select 'u' || generate_series(0, ${users - 1}) union all select 'm' || generate_series(0, ${mailUsers - 1})) u (uid);
  insert into plan_grants (uid, plan, granted_by) select uid, 'elite', 'bench' from users;
  insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp, active_from)
    select uid, 't' || c, 'collectible', 'c' || c, 'm' || c / 10, 'below', 1000, 'EUR', 300, now() - interval '7 days'
      from users, generate_series(0, ${users + perMail - 1}) c
      where case when uid like 'u%' then c = substr(uid, 2)::integer else c >= ${users} end`);
await pool.query(
  `insert into channels (id, uid, kind, name, state, settings)
     select id, uid, kind, kind, 'active', settings
       from unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[]) as c (id, uid, kind, settings)`,
  (['id', 'uid', 'kind', 'settings'] as const).map((field) => channels.map((one) => one[field])),
);
await market.claimShards();

const mail = {
  smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
  requireTls: false,
  ehloName: null,
  from: 'Vigía <avisos@vigia.test>',
  dkim: null,
};
const messages = {
  appOrigin: 'https://vigia.test',
  linkSecrets: ['s'.repeat(32)] as const,
  databaseSessionUrl: market.url,
  channels: {
    secrets,
    vapid: { ...webPush.generateVAPIDKeys(), subject: 'mailto:ayuda@vigia.test' },
    telegram: null,
    allowLocal: true,
    pushServices: [],
  },
};
const options = {
  pool,
  config: { ...messages, mail, messages },
  log: pino({ level: 'error' }),
  metrics: market.metrics,
  // One hour ahead: every check is due as soon as it is enqueued; the wait is not measured.
  clock: () => new Date(Date.now() + 3_600_000),
};
const checks = startCheckWorker(options);
const deliveries = startDeliveryWorker(options);
const sender = createChannelSender(messages);
const transport = createSmtpTransport(mail, {
  maxConnections: concurrency.mail,
  silenceMs: 60_000,
});

/** @returns milliseconds from the work's beginning to each of so many arrivals */
async function arrivedAfter(count: number, work: () => Promise<unknown>) {
  arrivals.length = 0;
  const began = performance.timeOrigin + performance.now();
  await work();
  while (arrivals.length < count) await once(receivers, 'message');
  return arrivals.map(({ kind, atMs }) => ({ kind, ms: atMs - began }));
}

/** Crosses these collectibles, and back. */
async function cross(from: number, to: number, count: number) {
  const arrived = await arrivedAfter(count, () => market.applyReading(floors(900, from, to)));
  await market.applyReading(floors(1_100, from, to));
  return arrived;
}

async function crossOneByOne() {
  const found: Awaited<ReturnType<typeof cross>> = [];
  for (let user = 0; user < crossings; user += 1)
    found.push(...(await cross(user, user + 1, kinds.length)));
  return found;
}

/** The same mails and requests and nothing else. */
async function sendAll(wanted: readonly (typeof kinds)[number][], each: number) {
  const { rows } = await pool.query(
    `select distinct on (kind = 'mail') id, uid, kind, to_address as "to", subject, body_text as text, body_html as html,
            headers, alerts, attempts, created_at as "createdAt" from deliveries order by kind = 'mail'`,
  );
  const [request, letter] = rows;
  return arrivedAfter(wanted.length * each, () =>
    Promise.all(
      wanted.map(async (kind) => {
        const ofKind = channels.filter((channel) => channel.kind === kind).slice(0, each);
        const sends = (
          kind === 'mail'
            ? Array.from(
                { length: each },
                () => () => transport.send({ ...letter, id: randomUUID() }),
              )
            : ofKind.map((channel) => () => sender.send(channel, { ...request, kind }))
        ).values();
        const work = async () => {
          for (const send of sends) await send();
        };
        await Promise.all(Array.from({ length: concurrency[kind] }, work));
      }),
    ),
  );
}

/** @returns the median of so many a second, without the first round, which warms up */
async function medianRate(count: number, work: () => ReturnType<typeof cross>): Promise<number> {
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    rates.push((count * 1_000) / Math.max(...(await work()).map(({ ms }) => ms)));
  return median(rates.slice(1));
}

await crossOneByOne();
const mails = await medianRate(mailUsers, () => sendAll(['mail'], mailUsers));
for (const alerts of [1, perMail])
  report({
    what: `price to mail, ${alerts} alerts a mail`,
    unit: 'alerts/s',
    value: await medianRate(mailUsers * alerts, () => cross(users, users + alerts, mailUsers)),
    reference: { name: 'mails/s by the same SMTP alone', value: mails },
  });
const all = users * kinds.length;
const bare = await medianRate(all, () => sendAll(kinds, users));
report({
  what: `${users} users with mail and three channels each due at once`,
  unit: 'deliveries/s',
  value: await medianRate(all, () => cross(0, users, all)),
  reference: { name: 'the mails and requests alone', value: bare },
});
const alone = await crossOneByOne();
for (const kind of kinds) {
  const found = alone.filter((one) => one.kind === kind).map(({ ms }) => ms);
  report({
    what: `price to ${kind}, 99th percentile of ${crossings}`,
    unit: 'ms',
    value: percentile(found, 99),
    goal: { max: 1_000 },
    note: `median ${median(found).toFixed(1)} ms, at most ${Math.max(...found).toFixed(0)}`,
  });
}
transport.close();
await sender.close();
await checks.close();
await deliveries.close();
await market.close();
receivers.disconnect();
