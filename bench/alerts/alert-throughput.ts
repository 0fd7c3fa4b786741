/**
 * Alert throughput, from the price crossing to the accepted SMTP mail.
 * Covers crossing, alert, check, mail as text and HTML, outbox, SMTP and `sent`, all durable and in one process.
 * Compared with pg-boss on the same PostgreSQL, which gets the crossings and the rendered mail: one job per alert,
 * stored, fetched, delivered by the same SMTP transport, completed.
 *
 *     npm run bench -- alerts      BENCH_USERS=200
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { startCheckWorker } from '#server/alerts/check-worker.ts';
import type { ClaimedMail } from '#server/db/deliveries/claim-deliveries.ts';
import { startDeliveryWorker } from '#server/delivery/delivery-worker.ts';
import { createSmtpTransport } from '#server/delivery/mail/smtp-transport.ts';
import { openBenchMarket } from '../bench-market.ts';
import { median } from '../median.ts';
import { report } from '../report.ts';
import { openQueue } from './pg-boss.mjs';

const rounds = 5;
const users = Number(process.env.BENCH_USERS ?? 200);
/** Thresholds of a user, each on another collectible: alerts in one mail. */
const perUser = 10;
const concurrency = 5;

const relay = fork(fileURLToPath(new URL('relay.ts', import.meta.url)));
const [port] = await once(relay, 'message');
const market = await openBenchMarket(perUser);
const floors = (cents: number, count = perUser) =>
  new Map(Array.from({ length: count }, (_, index) => [`c${index}`, cents]));
await market.claimShards();
await market.applyReading(floors(1_100));
await market.pool.query(`
  insert into users (uid, email, username, email_confirmed_at, frecuencia)
    select 'u' || i, 'u' || i || '@example.test', 'user', now(), 60 from generate_series(1, ${users}) i;
  insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp, active_from)
    select 'u' || i, 't' || c, 'collectible', 'c' || c, 'm0', 'below', 1000, 'EUR', 300, now() - interval '7 days'
      from generate_series(1, ${users}) i, generate_series(0, ${perUser - 1}) c`);
await market.claimShards();

const mail = {
  smtpUrl: `smtp://127.0.0.1:${port}`,
  requireTls: false,
  ehloName: null,
  from: 'Vigía <avisos@vigia.test>',
  dkim: null,
};
const options = {
  pool: market.pool,
  config: {
    appOrigin: 'https://vigia.test',
    linkSecrets: ['s'.repeat(32)] as const,
    databaseSessionUrl: market.url,
    mail,
  },
  log: pino({ level: 'error' }),
  metrics: market.metrics,
  // One hour ahead: every check is due as soon as it is enqueued; the wait is not measured.
  clock: () => new Date(Date.now() + 3_600_000),
};
const checks = startCheckWorker(options);
const sender = startDeliveryWorker({
  ...options,
  config: { ...options.config, messages: null },
});

/** @returns alerts per second */
async function product(collectibles: number): Promise<number> {
  const alerts = users * collectibles;
  const { rows } = await market.pool.query<{ sent: number }>(sentMails);
  const before = rows[0]?.sent ?? 0;
  const began = performance.now();
  await market.applyReading(floors(900, collectibles));
  for (;;) {
    const { rows } = await market.pool.query<{ sent: number }>(sentMails);
    if ((rows[0]?.sent ?? 0) >= before + users) break;
    await delay(20);
  }
  const elapsed = performance.now() - began;
  await market.applyReading(floors(1_100));
  return (alerts * 1_000) / elapsed;
}
const sentMails = `select count(*)::integer as sent from deliveries where state = 'sent'`;

const rates = { ten: [] as number[], one: [] as number[] };
for (let round = 0; round <= rounds; round += 1) {
  const measured = { ten: await product(perUser), one: await product(1) };
  if (round === 0) continue;
  rates.ten.push(measured.ten);
  rates.one.push(measured.one);
}
await checks.close();
await sender.close();

const { rows } = await market.pool.query<ClaimedMail>(
  `select id, uid, kind, to_address as "to", subject, body_text as text, body_html as html, headers, attempts,
          created_at as "createdAt" from deliveries order by length(body_html) limit 1`,
);
const [example] = rows;
if (example === undefined) throw new Error('no mail was written');
const queue = await openQueue(market.url, example.html);
const pgBoss = { mailed: [] as number[], batch: [] as number[], single: [] as number[] };
const transport = createSmtpTransport(mail, { maxConnections: concurrency, silenceMs: 60_000 });
const deliver = (id: string) => transport.send({ ...example, id });
/** Mails per second with no queue and no database: the upper limit on this machine. */
const ceiling: number[] = [];
for (let round = 0; round <= rounds; round += 1) {
  const began = performance.now();
  let next = 0;
  const sendOn = async () => {
    for (; next < users; next += 1) await deliver(`ceiling-${round}-${next}`);
  };
  await Promise.all(Array.from({ length: concurrency }, sendOn));
  if (round > 0) ceiling.push((users * 1_000) / (performance.now() - began));
}
if (queue !== null) {
  const nothing = async () => {};
  const drained = async (limit: number, handle: (id: string) => Promise<void>) => {
    while ((await queue.processBatch(limit, handle)) > 0) {}
  };
  const rateOf = async (work: () => Promise<void>) => {
    const began = performance.now();
    await work();
    return (users * 1_000) / (performance.now() - began);
  };
  for (let round = 0; round <= rounds; round += 1) {
    const mailed = await rateOf(async () => {
      await queue.insert(users);
      await drained(concurrency, deliver);
    });
    const batch = await rateOf(async () => {
      await queue.insert(users);
      await drained(100, nothing);
    });
    const single = await rateOf(async () => {
      for (let job = 0; job < users; job += 1) await queue.send();
      await drained(1, nothing);
    });
    if (round === 0) continue;
    pgBoss.mailed.push(mailed);
    pgBoss.batch.push(batch);
    pgBoss.single.push(single);
  }
  await queue.close();
}
transport.close();
await market.close();
relay.disconnect();

const shapes = { 'one alert a mail': rates.one, [`${perUser} alerts a mail`]: rates.ten };
const alternatives = {
  'pg-boss, same SMTP': pgBoss.mailed,
  'pg-boss, 1 by 1, no SMTP': pgBoss.single,
  'pg-boss, 100 at once, no SMTP': pgBoss.batch,
};
for (const [shape, measured] of Object.entries(shapes))
  for (const [name, found] of Object.entries(alternatives))
    report({
      what: `price to mail sent, ${shape}`,
      unit: 'alerts/s',
      value: median(measured),
      reference: { name, value: found.length === 0 ? null : median(found) },
      goal: { min: 3 },
    });
report({
  what: 'mail sent and nothing else: the ceiling with one alert a mail',
  unit: 'mails/s',
  value: median(ceiling),
  reference: {
    name: 'pg-boss, same SMTP',
    value: pgBoss.mailed.length === 0 ? null : median(pgBoss.mailed),
  },
});
