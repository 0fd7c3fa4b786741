/**
 * End-to-end latency of a price, from the arrival of its reading.
 * To a browser page, and to the SMTP relay once the user's check is due. A whole server as `npm start` runs it, a
 * recorded market advanced step by step, the local mailbox.
 *
 *     npm run bench -- latency      BENCH_ROUNDS=10 BENCH_USERS=20
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import * as z from 'zod';
import { createPool } from '#server/db/pool.ts';
import { startVigia } from '#tests/support/local-app.ts';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { report } from '../report.ts';
import { recordPrices } from './record-prices.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 10);
const users = Number(process.env.BENCH_USERS ?? 20);
const quietSteps = 100;
const inbox = z.object({ items: z.array(z.object({ to: z.string(), receivedAt: z.string() })) });

const executablePath = await findBrowser();
if (executablePath === null) throw new Error('no Chromium to measure with');
const folder = await mkdtemp(join(tmpdir(), 'vigia-latency-'));
const files = {
  REPLAY_PRICES_FILE: join(folder, 'p.csv'),
  REPLAY_COLLECTIBLES_FILE: join(folder, 'c.csv'),
};
const prices = [
  1_100,
  ...Array.from({ length: rounds }, () => [900, 1_100]).flat(),
  ...Array.from({ length: quietSteps }, (_, step) => 1_101 + step),
];
const firstAtMs = Date.parse('2026-01-01T00:00:00Z');
const rows = prices.map((cents, hour) => {
  const observedAt = new Date(firstAtMs + hour * 3_600_000).toISOString();
  return `${observedAt},c,${cents}`;
});
await writeFile(
  files.REPLAY_PRICES_FILE,
  `observed_at,collectible,floor_cents\n${rows.join('\n')}\n`,
);
await writeFile(
  files.REPLAY_COLLECTIBLES_FILE,
  'collectible,match_number,city,category,rarity\nc,1,Sevilla,1,Iconic\n',
);
const vigia = await startVigia({
  env: { MARKET: 'replay', MARKET_SPEED: 'max', MARKET_PAUSED: '1', ...files },
});
const pool = createPool((await readFile(join(vigia.dataDir, 'postgres-url'), 'utf8')).trim());
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  await step();
  await addUsers();
  const page = await browser.newPage();
  await page.goto(`${vigia.origin}/login`);
  const receivedPrices = await recordPrices(page, vigia.origin);

  const stepAndWait = async () => {
    // Random phase: otherwise every price would come just after a flush and wait a whole interval for the next.
    await delay(Math.random() * 250);
    const before = receivedPrices().length;
    await step();
    await waitFor(async () => receivedPrices().length > before);
  };
  for (let round = 1; round <= rounds; round += 1) {
    await stepAndWait();
    await waitFor(async () => (await sentMails()) >= users * round);
    await stepAndWait();
  }
  for (let quiet = 1; quiet <= quietSteps; quiet += 1) await stepAndWait();

  const { rows: readings } = await pool.query<{ observed_at: Date; arrived_at: Date }>(
    'select observed_at, arrived_at from readings',
  );
  const arrivedAtMs = new Map(
    readings.map((row) => [row.observed_at.getTime(), row.arrived_at.getTime()]),
  );
  const toBrowser = receivedPrices().flatMap(({ atMs, observedAt }) => {
    const arrivalMs = arrivedAtMs.get(Date.parse(observedAt));
    return arrivalMs === undefined ? [] : [atMs - arrivalMs];
  });
  reportLatency('price to browser', toBrowser, 'flushed every 250 ms');
  reportLatency('price to SMTP, once the check is due', await mailLatencies(), null, 1_000);
} finally {
  await browser.close();
  await pool.end();
  await vigia.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Adds users whose threshold is crossed in each round; a trigger records when their checks are due. */
async function addUsers(): Promise<void> {
  await pool.query(`
    create table due_checks (id serial, uid text, due_at timestamptz, enqueued_at timestamptz);
    create function record_due_check() returns trigger language plpgsql as $$
      begin insert into due_checks (uid, due_at, enqueued_at) values (new.uid, new.due_at, now()); return null; end $$;
    create trigger record_due_check after insert on pending_checks for each row execute function record_due_check();
    insert into users (uid, email, username, email_confirmed_at, frecuencia)
      select 'w' || i, 'w' || i || '@example.test', 'user', now(), 2 from generate_series(1, ${users}) i;
    with added as (
      insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp)
        select 'w' || i, 't', 'collectible', 'c', '1', 'below', 1000, 'USD', 300 from generate_series(1, ${users}) i
      returning key, version)
    insert into threshold_commands (threshold_key, action, version) select key, 'start', version from added;
    select pg_notify('vigia_threshold_commands', '')`);
  await waitFor(async () => {
    const { rows } = await pool.query('select 1 from threshold_commands where applied_at is null');
    return rows.length === 0;
  });
}

/** Milliseconds from the later of crossing and due instant to the relay. A user's n-th mail answers the n-th check. */
async function mailLatencies(): Promise<number[]> {
  const { rows } = await pool.query<{ uid: string; due_at: Date; enqueued_at: Date }>(
    'select uid, due_at, enqueued_at from due_checks order by id',
  );
  const answer = await fetch(`${vigia.origin}/__local/buzon.json?limit=${rounds * users + 10}`);
  const { items } = inbox.parse(await answer.json());
  const mails = Map.groupBy(items.toReversed(), ({ to }) => to.split('@')[0]);
  return [...Map.groupBy(rows, ({ uid }) => uid)].flatMap(([uid, checks]) =>
    checks.flatMap(({ due_at, enqueued_at }, index) => {
      const mail = mails.get(uid)?.[index];
      if (mail === undefined) return [];
      return [Date.parse(mail.receivedAt) - Math.max(due_at.getTime(), enqueued_at.getTime())];
    }),
  );
}

async function sentMails(): Promise<number> {
  const { rows } = await pool.query<{ sent: number }>(
    `select count(*)::integer as sent from deliveries where state = 'sent' and cause = 'alert'`,
  );
  return rows[0]?.sent ?? 0;
}

/** Resolves once the reading is committed. */
async function step(): Promise<void> {
  const answer = await fetch(`${vigia.origin}/__local/mercado`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'step' }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

async function waitFor(done: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error('the condition was not met within a minute');
    await delay(50);
  }
}

function reportLatency(
  what: string,
  found: readonly number[],
  remark: string | null,
  max?: number,
): void {
  const sorted = found.toSorted((a, b) => a - b);
  const quantile = (q: number) => sorted[Math.floor(sorted.length * q)] ?? null;
  const notes = [
    `p50 ${quantile(0.5)} ms of ${sorted.length}`,
    ...(remark === null ? [] : [remark]),
  ];
  report({
    what: `${what}, p99`,
    unit: 'ms',
    value: quantile(0.99),
    ...(max !== undefined && { goal: { max } }),
    note: notes.join('; '),
  });
}
