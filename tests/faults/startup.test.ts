/**
 * Starts that cannot go on: a wrong configuration, a port in use, a database that is away or refuses us, another process's
 * migration. Production writes JSON lines and nothing else; a wait is reported, answers /health and ends at SIGTERM.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { health } from '#contract/health.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { freePort } from '#tests/support/local-app.ts';
import { spawnServer, type Variables } from '#tests/support/server-process.ts';
import { stopProcess } from '#tests/support/stop-process.ts';

/** Each case starts one or two processes, which takes up to half a minute on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });
const waitFor = (assertion: () => void | Promise<void>) =>
  vi.waitFor(assertion, { timeout: 60_000 });

interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly errors?: readonly string[];
}

let database: TestDatabase;
const children: ChildProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => Promise.all(children.splice(0).map((child) => stopProcess(child, 'SIGKILL'))));
afterAll(() => database?.drop());

async function start(env: Variables = {}) {
  const server = await spawnServer({ DATABASE_URL: database.url, ROLE: 'mail', ...env });
  const { process: child, port, output } = server;
  children.push(child);
  // `close`, not `exit`: output may follow the exit.
  const closed = once(child, 'close').then(([code]: (number | null)[]) => code);
  return {
    text: output,
    /** @throws when anything but JSON was written */
    lines: () =>
      output()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as LogLine),
    closed,
    stop: () => {
      child.kill('SIGTERM');
      return closed;
    },
    health: async () => {
      const response = await fetch(`http://127.0.0.1:${port}/health`);
      return { status: response.status, body: health.parse(await response.json()) };
    },
  };
}
const ready = (server: { lines(): LogLine[] }) =>
  waitFor(() => expect(server.lines().map(({ msg }) => msg)).toContain('ready'));

/** Stands for the database's host: refuses connections until it is opened. */
function openProxy(port: number, target: string): Promise<Server> {
  const { hostname, port: targetPort } = new URL(target);
  const server = createServer((client) => {
    const upstream = connect(Number(targetPort), hostname);
    for (const socket of [client, upstream]) socket.on('error', () => {});
    client.pipe(upstream).pipe(client);
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}
const through = (port: number) => {
  const url = new URL(database.url);
  url.host = `127.0.0.1:${port}`;
  return url.href;
};

it('every configuration fault is in one line of the log, and the exit code is 1', async () => {
  const server = await start({
    PORT: '99999',
    SMTP_URL: 'http://x',
    LINK_SECRET: 'corta',
    MAIL_FROM: 'nadie',
    DKIM_DOMAIN: 'vigia.example',
    MARKET: 'replay',
    LOG_LEVEL: 'silent',
  });
  expect(await server.closed).toBe(1);
  const [line, ...others] = server.lines();
  expect(others).toEqual([]);
  expect(line).toMatchObject({ level: 60, msg: 'La configuración no es válida.' });
  expect(line?.errors?.map((fault) => fault.split(':')[0])).toEqual([
    'PORT',
    'SMTP_URL',
    'MAIL_FROM',
    'LINK_SECRET',
    'DKIM_SELECTOR',
    'DKIM_PRIVATE_KEY',
    'REPLAY_PRICES_FILE',
    'REPLAY_COLLECTIBLES_FILE',
  ]);
  expect(server.text()).not.toContain('corta');
});

it('a mistyped NODE_ENV starts no stand-ins', async () => {
  const server = await start({ NODE_ENV: 'prod' });
  expect(await server.closed).toBe(1);
  expect(server.text()).toBe(
    'La configuración no es válida:\n  NODE_ENV: debe ser production, development o test\n',
  );
});

it('a database that is away is waited for, with a reason on /health, and used once it is there', async () => {
  const port = await freePort();
  const server = await start({ DATABASE_URL: through(port) });
  await waitFor(() => expect(server.text()).toContain('DATABASE_URL is away'));
  const { status, body } = await server.health();
  expect([status, body.status]).toEqual([503, 'unavailable']);
  expect(body.checks.database).toEqual({ ok: false, detail: 'La base de datos no responde.' });
  expect(server.text()).not.toContain(new URL(database.url).password);
  const proxy = await openProxy(port, database.url);
  await ready(server);
  await waitFor(async () => expect((await server.health()).status).toBe(200));
  expect(await server.stop()).toBe(0);
  expect(server.lines().filter(({ msg }) => msg.includes('is away'))).toHaveLength(1);
  proxy.close();
});

it('SIGTERM ends the wait for a database that answers nothing', async () => {
  const silent = createServer();
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const server = await start({ DATABASE_URL: through(port) });
  const connected = once(silent, 'connection');
  await connected;
  expect((await server.health()).status).toBe(503);
  const began = performance.now();
  expect(await server.stop()).toBe(0);
  expect(performance.now() - began).toBeLessThan(4_000);
  server.lines();
  silent.close();
});

it('another process’s migration is waited for, with a reason on /health, until it ends or SIGTERM comes', async () => {
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  try {
    await holder.query('select pg_advisory_lock(715041)');
    const [first, second] = [await start(), await start()];
    for (const server of [first, second]) {
      await waitFor(() => expect(server.text()).toContain('another process migrates'));
      const { status, body } = await server.health();
      expect([status, body.checks.database.detail]).toEqual([
        503,
        'Otro proceso está migrando la base de datos.',
      ]);
    }
    expect(await second.stop()).toBe(0);
    await holder.query('select pg_advisory_unlock(715041)');
    await ready(first);
    expect(await first.stop()).toBe(0);
    first.lines();
    second.lines();
  } finally {
    await holder.end();
  }
});
