/**
 * Price to mail: from the reading that crosses to the mail that the SMTP relay has accepted, with crossing, alert, check, mail as text
 * and HTML, outbox, SMTP and `sent` in between, all durable and in one process. Beside SMTP alone, which is the ceiling with one
 * alert a mail. Then one by one, for the time that a single alert takes.
 *
 *     npm run bench -- alerts      BENCH_USERS=200
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import type { ClaimedMail } from '#server/db/deliveries/claim-deliveries.ts';
import { createSmtpTransport } from '#server/delivery/mail/smtp-transport.ts';
import { startCheckWorker } from '#server/workers/check-worker.ts';
import { startDeliveryWorker } from '#server/workers/delivery-worker.ts';
import { openBenchMarket } from '../bench-market.ts';
import { median, percentile } from '../median.ts';
import { report } from '../report.ts';

const rounds = 5;
const users = Number(process.env.BENCH_USERS ?? 200);
/** Thresholds of a user, each on another collectible: alerts in one mail. */
const perUser = 10;
const concurrency = 5;

const relay = fork(fileURLToPath(new URL('relay.ts', import.meta.url)));
const [port] = await once(relay, 'message');
// The last is of one user alone.
const market = await openBenchMarket(perUser + 1);
const floors = (cents: number, from: number, to: number) =>
  new Map(Array.from({ length: to - from }, (_, index) => [`c${from + index}`, cents]));
await market.claimShards();
await market.applyReading(floors(1_100, 0, perUser + 1));
await market.pool.query(`
  insert into users (uid, email, username, email_confirmed_at, frecuencia)
    select 'u' || i, 'u' || i || '@example.test', 'user', now(), 60 from generate_series(0, ${users}) i;
  insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp, active_from)
    select 'u' || i, 't' || c, 'collectible', 'c' || c, 'm' || c / 10, 'below', 1000, 'EUR', 300, now() - interval '7 days'
      from generate_series(0, ${users}) i, generate_series(0, ${perUser}) c where (i = 0) = (c = ${perUser})`);
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
    messages: null,
  },
  log: pino({ level: 'error' }),
  metrics: market.metrics,
  // One hour ahead: every check is due as soon as it is enqueued; the wait is not measured.
  clock: () => new Date(Date.now() + 3_600_000),
};
const checks = startCheckWorker(options);
const sender = startDeliveryWorker(options);

async function countSent(): Promise<number> {
  const { rows } = await market.pool.query<{ sent: number }>(
    `select count(*)::integer as sent from deliveries where state = 'sent'`,
  );
  return rows[0]?.sent ?? 0;
}

/** Crosses these collectibles, and back. @returns milliseconds until so many mails are sent */
async function cross(from: number, to: number, mails: number, everyMs: number): Promise<number> {
  const enough = (await countSent()) + mails;
  const elapsed = await elapsedOf(async () => {
    await market.applyReading(floors(900, from, to));
    while ((await countSent()) < enough) await delay(everyMs);
  });
  await market.applyReading(floors(1_100, from, to));
  return elapsed;
}

async function elapsedOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** @returns the median of so many a second, without the first round, which warms up */
async function medianRate(count: number, elapsed: () => Promise<number>): Promise<number> {
  const rates: number[] = [];
  for (let round = 0; round <= rounds; round += 1) rates.push((count * 1_000) / (await elapsed()));
  return median(rates.slice(1));
}

const ten = await medianRate(users * perUser, () => cross(0, perUser, users, 20));
const one = await medianRate(users, () => cross(0, 1, users, 20));
const latencies: number[] = [];
for (let alert = 0; alert < users; alert += 1)
  latencies.push(await cross(perUser, perUser + 1, 1, 1));
await checks.close();
await sender.close();

const { rows } = await market.pool.query<ClaimedMail>(
  `select id, uid, kind, to_address as "to", subject, body_text as text, body_html as html, headers, attempts,
          created_at as "createdAt" from deliveries order by length(body_html) limit 1`,
);
const [example] = rows;
if (example === undefined) throw new Error('no mail was written');
const transport = createSmtpTransport(mail, { maxConnections: concurrency, silenceMs: 60_000 });
const deliver = (id: string) => transport.send({ ...example, id });
const sendAll = async () => {
  const ids = Array.from({ length: users }, (_, n) => `${n}-${performance.now()}`).values();
  const sendOn = async () => {
    for (const id of ids) await deliver(id);
  };
  await Promise.all(Array.from({ length: concurrency }, sendOn));
};
const smtpAlone = await medianRate(users, () => elapsedOf(sendAll));
transport.close();
await market.close();
relay.disconnect();

for (const [shape, value] of [
  ['one alert a mail', one],
  [`${perUser} alerts a mail`, ten],
] as const)
  report({
    what: `price to mail sent, ${shape}`,
    unit: 'alerts/s',
    value,
    reference: { name: 'mails/s by the same SMTP alone', value: smtpAlone },
  });
report({
  what: `price to mail sent, one by one, 99th percentile of ${users}`,
  unit: 'ms',
  value: percentile(latencies, 99),
  goal: { max: 1_000 },
  note: `median ${median(latencies).toFixed(1)} ms`,
});
