/**
 * Row 28 of the fault campaign: the workers away for six hours, the mail side for two days. The time that passes is
 * simulated: every stored wall time moves back by as much.
 */

import type pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startCheckWorker } from '#server/alerts/check-worker.ts';
import { findSource } from '#server/db/market/sources.ts';
import { createPool } from '#server/db/pool.ts';
import { startDeliveryWorker } from '#server/delivery/delivery-worker.ts';
import { sourceHealthAt } from '#server/market-worker/source-health.ts';
import { createMetrics } from '#server/metrics.ts';
import { type Relay, startRelay } from '#tests/support/smtp-relay.ts';
import { byCampaignSize, report } from './support/campaign-size.ts';
import {
  assignThresholds,
  type CrashHarness,
  expectEachAlertInOneMail,
} from './support/crash-harness.ts';
import { type GeneratedMarket, generateMarket } from './support/generate-market.ts';
import {
  type MarketHarness,
  openMarket,
  waitForMarketEnd,
  waitUntil,
} from './support/market-harness.ts';
import { queryRows } from './support/stored-alerts.ts';

const log = pino({ level: 'silent' });
const readings = byCampaignSize({ quick: 300, full: 1_000 });
const longMs = byCampaignSize({ quick: 120_000, full: 600_000 });
const generated = generateMarket('hours-away', readings);
/** Of each threshold, for a user of its own. */
const copies = Array.from({ length: byCampaignSize({ quick: 1, full: 10 }) }, (_, n) => n);
const copied = (id: string, copy: number) => `${id}x${copy}`;
const market: GeneratedMarket = {
  ...generated,
  thresholds: copies.flatMap((copy) =>
    generated.thresholds.map((one) => ({ ...one, id: copied(one.id, copy) })),
  ),
  expected: () =>
    generated
      .expected()
      .flatMap((line) => copies.map((copy) => line.replace(/^[^,]+/, (id) => copied(id, copy))))
      .sort(),
};
const users = market.thresholds.length;
let harness: MarketHarness;
let relay: Relay;
let pools: pg.Pool[];
let closers: (() => Promise<void>)[];

beforeEach(async () => {
  closers = [];
  pools = [];
  relay = await startRelay();
  harness = await openMarket(market);
});
afterEach(async () => {
  for (const close of closers.reverse()) await close();
  await relay.close();
  await Promise.all(pools.map((pool) => pool.end()));
});

/** Lets time pass for everything that is stored, as if nothing had run meanwhile. */
async function passHours(hours: number): Promise<void> {
  const columns = {
    sources: ['last_arrival_at'],
    shards: ['last_arrival_at'],
    readings: ['arrived_at'],
    alerts: ['created_at'],
    pending_checks: ['due_at'],
    deliveries: ['created_at', 'next_attempt_at'],
  };
  for (const [table, names] of Object.entries(columns)) {
    const moved = names.map((name) => `${name} = ${name} - make_interval(hours => $1)`).join(', ');
    await harness.pool.query(`update ${table} set ${moved}`, [hours]);
  }
}

/** A process of the mail role. */
function startMailProcess(perSecond: number): void {
  const pool = createPool(harness.url);
  pools.push(pool);
  const metrics = createMetrics();
  const mail = {
    smtpUrl: relay.url,
    from: 'Vigía <avisos@vigia.example>',
    dkim: null,
    requireTls: false,
    ehloName: null,
    perSecond,
  };
  const linkSecrets = ['s'.repeat(32)] as const;
  const links = { appOrigin: 'https://vigia.example', linkSecrets };
  const config = { ...links, mail, databaseSessionUrl: harness.url };
  const deliveries = startDeliveryWorker({
    pool,
    config: { ...config, messages: null },
    log,
    metrics,
  });
  const checks = startCheckWorker({ pool, config, log, metrics });
  closers.push(
    () => deliveries.close(),
    () => checks.close(),
  );
}

const count = async (sql: string): Promise<number> =>
  (await harness.pool.query<{ n: number }>(`select count(*)::integer as n from ${sql}`)).rows[0]
    ?.n ?? 0;
const query: CrashHarness['query'] = (text, values) => queryRows(harness.pool)(text, values);
const sourceHealth = async () => {
  const source = await findSource(harness.pool);
  return source === null ? null : sourceHealthAt(source, Date.now());
};

test('row 28: after six hours without workers and two days without mail, all alerts are sent once, the oldest first, at the relay’s pace', async () => {
  // So slowly that readings are left when the first process has closed, on a busy machine too.
  const speed = (market.gapMs / 1_000) * 50;
  const first = await harness.start({ speed, paused: true });
  await assignThresholds({ query }, market, users);
  await harness.waitForCommandsApplied();
  await first.control({ action: 'play' });
  await waitUntil(async () => ((await findSource(harness.pool))?.readingsApplied ?? 0) > 30);
  await first.close();
  const before = (await findSource(harness.pool))?.readingsApplied ?? 0;
  await passHours(6);
  expect(await sourceHealth()).toBe('stale');

  const backAtMs = performance.now();
  // Still slower: once the market has ended, its source is stale again.
  const second = await harness.start({ speed: speed / 10 });
  await waitUntil(
    async () => ((await findSource(harness.pool))?.readingsApplied ?? 0) > before,
    30_000,
  );
  const firstReadingMs = performance.now() - backAtMs;
  await waitUntil(async () => (await sourceHealth()) === 'fresh', 30_000);
  await second.control({ action: 'speed', factor: 'max' });
  await waitForMarketEnd(second);
  expect(await harness.alerts()).toEqual(market.expected());

  // Of two days, the users' checks at equal distances; some mails were under way when the last process died.
  await passHours(48);
  await harness.pool.query(
    `update pending_checks p set due_at = now() - interval '48 hours' + ranked.nth * interval '40 hours' / ranked.users
         from (select uid, row_number() over (order by md5(uid)) as nth,
                      count(*) over () as users from pending_checks) ranked
        where p.uid = ranked.uid`,
  );
  const due = (
    await query<{ email: string }>(
      'select u.email from pending_checks p join users u using (uid) order by p.due_at',
    )
  ).map(({ email }) => email);
  const interrupted = 3;
  await harness.pool.query(
    `insert into deliveries (id, uid, cause, to_address, subject, body_text, body_html, state, attempts,
                           created_at, next_attempt_at)
       select gen_random_uuid(), 'u0', 'confirmation', 'u0@correo.example', 'Confirma', 'Texto', 'Texto', 'sending', 1,
              now() - interval '49 hours', now() - interval '48 hours' from generate_series(1, $1)`,
    [interrupted],
  );

  const perSecond = byCampaignSize({ quick: 10, full: 20 });
  const processes = 2;
  const mailsAtMs = performance.now();
  for (let n = 0; n < processes; n += 1) startMailProcess(perSecond);
  const total = due.length + interrupted;
  await waitUntil(async () => (await count(`deliveries where state = 'sent'`)) === total, longMs);
  const tookSeconds = (performance.now() - mailsAtMs) / 1_000;
  await waitUntil(async () => (await count('pending_checks')) === 0, longMs);

  // Once each, nothing left.
  expect(await count(`alerts where channel_pending or stranded`)).toBe(0);
  expect(await count(`deliveries where state <> 'sent'`)).toBe(0);
  await expectEachAlertInOneMail({ query }, market, relay.received);
  expect(relay.received).toHaveLength(total);

  // The oldest first: in the mean no more overtake than two batches hold. No bound on one mail alone: while the
  // process that claimed it gets no processor, the other one goes on sending younger ones. Random order has total / 4.
  const arrived = relay.received
    .filter(({ mail }) => mail.headers.some(({ key }) => key === 'x-vigia-alerts'))
    .map(({ to }) => to[0] ?? '');
  const overtaken = arrived.map(
    (email, index) =>
      arrived.slice(0, index).filter((other) => due.indexOf(other) > due.indexOf(email)).length,
  );
  const meanOvertaken = overtaken.reduce((sum, n) => sum + n, 0) / overtaken.length;
  expect(meanOvertaken).toBeLessThanOrEqual(Math.min(20 * processes, total / 8));

  // Evenly: no more in any second than the pace, but for what a busy machine delivers late.
  const times = relay.received.map(({ receivedAtMs }) => receivedAtMs).sort((a, b) => a - b);
  const busiest = Math.max(
    ...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length),
  );
  expect(busiest).toBeLessThanOrEqual(processes * (perSecond + 5));
  expect(tookSeconds).toBeGreaterThan((total / processes - 5) / perSecond);
  report(
    `workers away for 6 h, mail side for 48 h (simulated); ${processes} mail processes at ${perSecond} a second`,
    `first reading ${Math.round(firstReadingMs)} ms after the start; ${market.expected().length} alerts as the pure ` +
      `engine's, each in one of ${due.length} mails, sent in ${tookSeconds.toFixed(1)} s, at most ${busiest} within a second; ` +
      `${meanOvertaken.toFixed(1)} younger ones before an older in the mean, at most ${Math.max(...overtaken)}`,
  );
});
