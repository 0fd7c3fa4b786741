/**
 * How soon people learn of a price: from the arrival of a reading to a browser's page, and to the relay's hands once the
 * user's check is due. A whole server as `npm start` runs it, a recorded market stepped by hand, the local mailbox.
 *
 *     npm run bench -- latency      ROUNDS=10 USERS=20
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
import { watchPrices } from './watch-prices.ts';

const rounds = Number(process.env.ROUNDS ?? 10);
const users = Number(process.env.USERS ?? 20);
const quietSteps = 100;
const inbox = z.object({ items: z.array(z.object({ to: z.string(), receivedAt: z.string() })) });

const executablePath = await findBrowser();
if (executablePath === null) throw new Error('no Chromium to measure with');
const folder = await mkdtemp(join(tmpdir(), 'vigia-latency-'));
const files = { MARKET_FILE: join(folder, 'p.csv'), MARKET_COLLECTIBLES: join(folder, 'c.csv') };
const prices = [
  1_100,
  ...Array.from({ length: rounds }, () => [900, 1_100]).flat(),
  ...Array.from({ length: quietSteps }, (_, step) => 1_101 + step),
];
const firstAtMs = Date.parse('2026-01-01T00:00:00Z');
const rows = prices.map((cents, hour) => {
  const at = new Date(firstAtMs + hour * 3_600_000).toISOString();
  return `${at},c,${cents}`;
});
await writeFile(files.MARKET_FILE, `observed_at,collectible,floor_cents\n${rows.join('\n')}\n`);
await writeFile(
  files.MARKET_COLLECTIBLES,
  'collectible,match_number,city,category,rarity\nc,1,Sevilla,1,Iconic\n',
);
const vigia = await startVigia({
  env: { MARKET: 'replay', MARKET_SPEED: 'max', MARKET_PAUSED: '1', ...files },
});
const pool = createPool((await readFile(join(vigia.dataDir, 'postgres-url'), 'utf8')).trim());
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  await step();
  await addWatchers();
  const page = await browser.newPage();
  await page.goto(`${vigia.origin}/login`);
  const seen = await watchPrices(page, vigia.origin);

  const stepAndSee = async () => {
    // Else every price would come just after a turn, and wait a whole one for the next.
    await delay(Math.random() * 250);
    const before = seen().length;
    await step();
    await until(async () => seen().length > before);
  };
  for (let round = 1; round <= rounds; round += 1) {
    await stepAndSee();
    await until(async () => (await sentMails()) >= users * round);
    await stepAndSee();
  }
  for (let quiet = 1; quiet <= quietSteps; quiet += 1) await stepAndSee();

  const { rows: readings } = await pool.query<{ observed_at: Date; arrived_at: Date }>(
    'select observed_at, arrived_at from readings',
  );
  const arrivedAt = new Map(
    readings.map((row) => [row.observed_at.getTime(), row.arrived_at.getTime()]),
  );
  const toBrowser = seen().flatMap(({ at, observedAt }) => {
    const arrived = arrivedAt.get(Date.parse(observedAt));
    return arrived === undefined ? [] : [at - arrived];
  });
  tell('price to browser', toBrowser, 'told on a grid of 250 ms');
  tell('price to SMTP, once the check is due', await mailLatencies(), null, 1_000);
} finally {
  await browser.close();
  await pool.end();
  await vigia.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Every user's line is crossed in each round; whose check is due when is written down as it happens. */
async function addWatchers(): Promise<void> {
  await pool.query(`
    create table due_checks (turn serial, uid text, due_at timestamptz, asked_at timestamptz);
    create function note_due() returns trigger language plpgsql as $$
      begin insert into due_checks (uid, due_at, asked_at) values (new.uid, new.due_at, now()); return null; end $$;
    create trigger note_due after insert on pending_checks for each row execute function note_due();
    insert into users (uid, email, username, email_confirmed_at, frecuencia)
      select 'w' || i, 'w' || i || '@example.test', 'user', now(), 2 from generate_series(1, ${users}) i;
    with added as (
      insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, band_bp)
        select 'w' || i, 't', 'collectible', 'c', '1', 'below', 1000, 'USD', 300 from generate_series(1, ${users}) i
      returning key, version)
    insert into threshold_commands (threshold_key, action, version) select key, 'start', version from added;
    select pg_notify('vigia_commands', '')`);
  await until(async () => {
    const { rows } = await pool.query('select 1 from threshold_commands where applied_at is null');
    return rows.length === 0;
  });
}

/** From the later of crossing and due instant to the relay. A user's checks and mails are in one order. */
async function mailLatencies(): Promise<number[]> {
  const { rows } = await pool.query<{ uid: string; due_at: Date; asked_at: Date }>(
    'select uid, due_at, asked_at from due_checks order by turn',
  );
  const answer = await fetch(`${vigia.origin}/__local/buzon.json?limit=${rounds * users + 10}`);
  const { items } = inbox.parse(await answer.json());
  const mails = Map.groupBy(items.toReversed(), ({ to }) => to.split('@')[0]);
  return [...Map.groupBy(rows, ({ uid }) => uid)].flatMap(([uid, checks]) =>
    checks.flatMap(({ due_at, asked_at }, turn) => {
      const mail = mails.get(uid)?.[turn];
      if (mail === undefined) return [];
      return [Date.parse(mail.receivedAt) - Math.max(due_at.getTime(), asked_at.getTime())];
    }),
  );
}

async function sentMails(): Promise<number> {
  const { rows } = await pool.query<{ sent: number }>(
    `select count(*)::integer as sent from outbox where state = 'sent' and kind = 'alert'`,
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

async function until(done: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error('it never happened');
    await delay(50);
  }
}

function tell(what: string, found: readonly number[], remark: string | null, most?: number): void {
  const sorted = found.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? null;
  const note = [`p50 ${at(0.5)} ms of ${sorted.length}`, ...(remark === null ? [] : [remark])];
  report({
    what: `${what}, p99`,
    unit: 'ms',
    ours: at(0.99),
    ...(most !== undefined && { goal: { most } }),
    note: note.join('; '),
  });
}
