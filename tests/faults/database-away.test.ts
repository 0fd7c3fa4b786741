/** Rows 10 and 11 of the fault campaign: the database's disk is full, or it restarts under a running Vigía. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LocalPostgres, startPostgres } from '#standins/postgres.ts';
import { freePort, type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { type Relay, startRelay } from '#tests/support/smtp-relay.ts';
import { type ApiUser, signUp } from './support/api-user.ts';
import { byCampaignSize, report } from './support/campaign-size.ts';
import { waitUntil } from './support/market-harness.ts';

const run = promisify(execFile);
let dataDir: string;
let relay: Relay;
let postgres: LocalPostgres | null;
let vigia: RunningVigia | null;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vigia-database-'));
  await chmod(dataDir, 0o755);
  relay = await startRelay();
  postgres = null;
  vigia = null;
});
afterEach(async () => {
  await vigia?.stop();
  await postgres?.stop();
  await relay.close();
  await rm(dataDir, { recursive: true, force: true });
});

const startDatabase = (port?: number) =>
  startPostgres({ dataDir, progress: () => {}, ...(port && { port }) });

async function startApp(): Promise<{ user: ApiUser; database: LocalPostgres }> {
  const database = await startDatabase(await freePort());
  postgres = database;
  // The demo market at sixty times its speed.
  const env = { DATABASE_URL: database.url, SMTP_URL: relay.url, MARKET_SPEED: '60' };
  vigia = await startVigia({ env });
  const user = await signUp(vigia.origin, 'ana@correo.example');
  expect((await user.request('/api/users/profile')).status).toBe(200);
  return { user, database };
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const readingsOf = async (url: string) =>
  (
    await query<{ last: number }>(url, 'select coalesce(max(id), 0)::integer as last from readings')
  )[0]?.last ?? 0;

test(
  'row 11: the database restarts, orderly or by kill -9: only 503 meanwhile, no acknowledged write lost, work resumes',
  async () => {
    const rounds = byCampaignSize({ quick: 2, full: 10 });
    const { user, database } = await startApp();
    const { url } = database;
    const statuses = new Map<number, number>();
    let slowestMs = 0;
    // Check frequencies in seconds; every plan allows slow ones.
    let written = 1_000;
    let acknowledged = 0;
    const write = async (): Promise<number> => {
      written += 1;
      const attempt = written;
      const status = await user.saveFrequency(attempt);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200) acknowledged = attempt;
      return status;
    };
    for (let round = 1; round <= rounds; round += 1) {
      expect(await write()).toBe(200);
      const readings = await readingsOf(url);
      let away = true;
      const writing = (async () => {
        while (away) {
          await write();
          // Below the rate limit of 1 200 requests a minute.
          await delay(60);
        }
      })();
      const stoppedAtMs = performance.now();
      if (round % 2 === 1) await postgres?.stop();
      else await killDatabase();
      postgres = await startDatabase(Number(new URL(url).port));
      await waitUntil(async () => (await readingsOf(url)) > readings);
      away = false;
      await writing;
      const stored = await user.fetchFrequency();
      // The last write may have been committed although its answer was lost.
      expect(stored).toBeGreaterThanOrEqual(acknowledged);
      expect(await write()).toBe(200);
      slowestMs = Math.max(slowestMs, performance.now() - stoppedAtMs);
    }
    expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const sentBefore = relay.received.length;
    await query(
      url,
      `insert into deliveries (id, uid, cause, to_address, subject, body_text, body_html, headers)
       select gen_random_uuid(), uid, 'test', email, 'Asunto', 'Texto', 'Texto', '{}' from users;
       select pg_notify('vigia_deliveries', '')`,
    );
    await relay.waitForMails(sentBefore + 1);
    report(
      `${rounds} restarts, every second one by kill -9, under writes and a market`,
      `${statuses.get(200)} writes answered 200 and kept, ${statuses.get(503) ?? 0} answered 503, nothing else; ` +
        `market and mail resume by themselves, at most ${Math.round(slowestMs)} ms after the stop`,
    );
  },
  byCampaignSize({ quick: 600_000, full: 900_000 }),
);

async function killDatabase(): Promise<void> {
  const text = await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  process.kill(-Number.parseInt(text, 10), 'SIGKILL');
}

test('row 10: on a full disk writes answer 503 and reads work; with free space again everything works', async (context) => {
  // The tables alone: PostgreSQL ends itself when its log gets no further segment, so the log has a disk of its own.
  const disk = join(dataDir, 'postgres', 'cluster', 'base');
  await (await startDatabase()).stop();
  await rename(disk, `${disk}-before`);
  await mkdir(disk);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=80m', 'vigia-full', disk]);
  } catch {
    return context.skip('mounting a small disk needs root');
  }
  try {
    await run('cp', ['-a', `${disk}-before/.`, disk]);
    await fillAndFree(disk);
  } finally {
    await vigia?.stop();
    await postgres?.stop();
    [vigia, postgres] = [null, null];
    // The server's child processes exit a moment after it.
    await vi.waitFor(() => run('umount', [disk]), { timeout: 60_000, interval: 100 });
  }
});

async function fillAndFree(disk: string): Promise<void> {
  const rounds = byCampaignSize({ quick: 1, full: 3 });
  const { user, database } = await startApp();
  await query(
    database.url,
    `insert into plan_grants (uid, plan, granted_by) select uid, 'elite', 'test' from users`,
  );
  const [item] = await query<{ id: string; currency: string }>(
    database.url,
    'select id, currency from collectibles limit 1',
  );
  // A big write: a small one may fit into existing pages.
  const save = (round: number) =>
    user.request('/api/users/config', {
      method: 'PUT',
      body: {
        partidos: [],
        frecuencia: 60,
        umbrales: Object.fromEntries(
          Array.from({ length: 900 }, (_, n) => [
            `t${round}-${n}-${'x'.repeat(30)}`,
            {
              target: { kind: 'collectible', id: item?.id },
              condition: 'below',
              value: 1 + n,
              currency: item?.currency,
            },
          ]),
        ),
      },
    });
  const paths = [
    '/api/monitoring/matches',
    '/api/users/profile',
    '/api/users/config',
    '/api/users/alerts',
  ];
  let rejected = 0;
  let reads = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const ballast = join(disk, 'lastre');
    await fill(ballast);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const { status } = await save(round);
      // The first ones may still find space.
      if (attempt > 2) expect(status).toBe(503);
      if (status === 503) rejected += 1;
      for (const path of paths) {
        expect([path, (await user.request(path)).status]).toEqual([path, 200]);
        reads += 1;
      }
    }
    await rm(ballast);
    await waitUntil(async () => (await save(round)).status === 200);
    const readings = await readingsOf(database.url);
    await waitUntil(async () => (await readingsOf(database.url)) > readings);
  }
  report(
    `${rounds} times a disk of 80 MB for the tables without one byte left, 5 big writes each`,
    `${rejected} writes answered 503, none 500; ${reads} of ${reads} reads answered 200; writes and market came back`,
  );
}

async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const block of [1_048_576, 4_096]) {
      const zeros = Buffer.alloc(block);
      for (;;) {
        const { bytesWritten } = await file.write(zeros);
        if (bytesWritten < block) break;
      }
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    await file.close();
  }
}
