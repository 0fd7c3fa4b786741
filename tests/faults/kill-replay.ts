/**
 * By hand: `node tests/faults/kill-replay.ts [kills]`. Kills the whole running Vigía (kill -9 of its process
 * group and its database) again and again while it replays a market flat out, and checks that every reopening
 * succeeds, that no acknowledged reading is lost, and that the alerts are those of the pure engine.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { inventMarket } from './invented-market.ts';

const kills = Number(process.argv[2] ?? 20);
const root = fileURLToPath(new URL('../..', import.meta.url));
const patienceMs = 60_000;
const market = inventMarket('kill-replay', 6_000);

const dataDir = await mkdtemp(join(tmpdir(), 'vigia-kill-'));
await chmod(dataDir, 0o755);
const files = { prices: join(dataDir, 'prices.csv'), collectibles: join(dataDir, 'items.csv') };
await writeFile(files.prices, market.prices);
await writeFile(files.collectibles, market.collectibles);
const port = await freePort();

interface Running {
  readonly child: ChildProcess;
  readonly readyMs: number;
  state(): Promise<{ state: string; readings: number }>;
  act(action: string): Promise<void>;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
}

const reopenings: number[] = [];
let acknowledged = 0;
let running = await open(true);
try {
  await prepare(running);
  await running.act('play');
  for (let kill = 1; kill <= kills; kill += 1) {
    await delay(300 + Math.random() * 500);
    acknowledged = await countReadings(running, acknowledged);
    await killAll(running);
    running = await open(false);
    reopenings.push(running.readyMs);
    const kept = await countReadings(running, acknowledged);
    if (kept < acknowledged)
      throw new Error(`Lost readings: ${acknowledged} before, ${kept} after.`);
    acknowledged = kept;
    process.stdout.write(
      `kill ${kill}: ${kept} readings kept, reopened in ${running.readyMs} ms\n`,
    );
  }
  await untilEnded(running);
  const found = (
    await running.query<{ line: string }>(
      `select concat_ws(',', t.id, a.episode, (extract(epoch from a.observed_at) * 1000)::bigint,
                        a.value_cents, a.already::integer) as line
         from alerts a join thresholds t on t.key = a.threshold_key`,
    )
  ).map(({ line }) => line);
  const expected = market.expected();
  const equal = JSON.stringify(found.sort()) === JSON.stringify(expected);
  const slowest = Math.max(...reopenings);
  process.stdout.write(
    `${kills} kills, slowest reopening ${slowest} ms, ${acknowledged} readings, ${found.length} alerts, ` +
      `${equal ? 'equal to' : 'DIFFERENT from'} the pure engine's ${expected.length}\n`,
  );
  process.exitCode = equal ? 0 : 1;
} finally {
  await killAll(running);
  await rm(dataDir, { recursive: true, force: true });
}

async function open(paused: boolean): Promise<Running> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    detached: true,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      MARKET: 'replay',
      MARKET_FILE: files.prices,
      MARKET_COLLECTIBLES: files.collectibles,
      MARKET_SPEED: 'max',
      MARKET_PAUSED: paused ? '1' : '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const hear = (chunk: Buffer) => {
    said += chunk.toString('utf8');
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  while (!said.includes('Vigía lista')) {
    if (child.exitCode !== null) throw new Error(`It did not open:\n${said}`);
    if (performance.now() - startedAt > patienceMs) throw new Error(`It never opened:\n${said}`);
    await delay(10);
  }
  const readyMs = Math.round(performance.now() - startedAt);
  const tool = `http://localhost:${port}/__local/mercado`;
  const url = (await readFile(join(dataDir, 'postgres-url'), 'utf8')).trim();
  return {
    child,
    readyMs,
    state: async () => (await fetch(tool, { headers: { accept: 'application/json' } })).json(),
    async act(action) {
      const answer = await fetch(tool, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ action }),
      });
      if (!answer.ok) throw new Error(`The market refused ${action}: ${answer.status}`);
    },
    async query(text, values) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        return (await client.query(text, values)).rows;
      } finally {
        await client.end();
      }
    },
  };
}

/** Everything at once, the database's processes too: no checkpoint, no goodbye. */
async function killAll({ child }: Running): Promise<void> {
  const postmaster = await postmasterPid();
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const left = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await left;
  }
  if (postmaster === null) return;
  try {
    process.kill(-postmaster, 'SIGKILL');
  } catch {
    // It had gone already.
  }
}

/** The database server leads a process group of its own and writes its number beside its cluster. */
async function postmasterPid(): Promise<number | null> {
  const elsewhere = await readFile(join(dataDir, 'postgres-place'), 'utf8').catch(() => null);
  const home = elsewhere?.trim() ?? join(dataDir, 'postgres');
  const text = await readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isInteger(pid) ? pid : null;
}

async function prepare({ query }: Running): Promise<void> {
  await query(
    `insert into users (uid, email, username) values ('u', 'u@correo.example', 'Vigilante')`,
  );
  for (const { id, target, condition, value, bandBp } of market.thresholds) {
    await query(
      `with inserted as (
         insert into thresholds (uid, id, target_kind, target_id, category, match_id, condition, value,
                                 currency, band_bp)
         select 'u', $1, $2, $3, $4,
                case when $2 = 'match' then $3 else (select match_id from collectibles where id = $3) end,
                $5, $6, 'USD', $7
         returning key, version)
       insert into threshold_commands (threshold_key, action, version)
       select key, 'start', version from inserted`,
      [
        id,
        target.kind,
        target.id,
        target.kind === 'match' ? target.category : null,
        condition,
        value,
        bandBp,
      ],
    );
  }
  for (;;) {
    const [row] = await query<{ waiting: boolean }>(
      'select exists (select 1 from threshold_commands where applied_at is null) as waiting',
    );
    if (row?.waiting === false) return;
    await delay(20);
  }
}

async function countReadings({ query }: Running, atLeast: number): Promise<number> {
  const [row] = await query<{ stored: number }>('select count(*)::integer as stored from readings');
  return row?.stored ?? atLeast;
}

async function untilEnded({ state }: Running): Promise<void> {
  const deadline = Date.now() + 300_000;
  while ((await state()).state !== 'ended') {
    if (Date.now() > deadline) throw new Error('The replay never ended.');
    await delay(200);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (address === null || typeof address === 'string') throw new Error('no loopback port');
  return address.port;
}
