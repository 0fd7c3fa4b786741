/**
 * The local database: the real PostgreSQL server from npm, on loopback, with a password of its own
 * and fsync on. It stands in for a managed PostgreSQL; nothing but its address is different.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { choosePostgresPaths, type PostgresPaths } from './postgres-paths.ts';

export interface LocalPostgres {
  /** `postgres://…`, with the password: never to be logged. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Whatever kept the server from starting, as one Spanish sentence. */
export class PostgresUnavailable extends Error {}

const user = 'vigia';
const patienceMs = 60_000;

/** Sized for one machine that also runs a browser; durability is PostgreSQL's default. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '48MB',
  max_connections: '40',
  max_wal_size: '256MB',
  jit: 'off',
  logging_collector: 'off',
  log_min_messages: 'warning',
  timezone: 'UTC',
  // A query plan is not worth extra processes on two cores.
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '1',
};

export async function startPostgres(options: {
  readonly dataDir: string;
  /** Told what takes its time, in Spanish. */
  readonly progress: (sentence: string) => void;
  /** To come back where it was; absent = any free one. */
  readonly port?: number;
  /** What is to be other than `settings` below, by PostgreSQL's names. */
  readonly settings?: Readonly<Record<string, string>>;
}): Promise<LocalPostgres> {
  const { dataDir, progress } = options;
  const place = await choosePostgresPaths(dataDir, progress);
  const password = await passwordOf(dataDir);
  await stopOrphan(place);
  await createCluster(place, password, progress);
  const { url, child } = await launchUntilReady(place, password, options);
  const urlFile = join(dataDir, 'postgres-url');
  await writeFile(urlFile, `${url}\n`, { mode: 0o600 });
  return {
    url,
    async stop() {
      await rm(urlFile, { force: true });
      await stopServer(child);
    },
  };
}

async function passwordOf(dataDir: string): Promise<string> {
  const file = join(dataDir, 'postgres-password');
  const known = await readFile(file, 'utf8').catch(() => null);
  if (known !== null && known.trim() !== '') return known.trim();
  const fresh = randomBytes(24).toString('hex');
  await writeFile(file, `${fresh}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
  return fresh;
}

/** A server left behind by a killed process still holds the cluster: ask it to stop. */
async function stopOrphan(place: PostgresPaths): Promise<void> {
  const pid = await readFile(join(place.cluster, 'postmaster.pid'), 'utf8').then(
    (text) => Number.parseInt(text, 10),
    () => null,
  );
  if (pid === null || !Number.isInteger(pid) || !isAlive(pid)) return;
  const stopping = spawn(
    join(place.binaries, 'bin', 'pg_ctl'),
    ['stop', '-D', place.cluster, '-m', 'fast', '-w'],
    { ...place.owner, cwd: place.home, stdio: 'ignore', env: environment },
  );
  await once(stopping, 'exit');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Made beside its place and renamed when whole, so that an interrupted first start leaves nothing half-made. */
async function createCluster(
  place: PostgresPaths,
  password: string,
  progress: (sentence: string) => void,
): Promise<void> {
  const isWhole = await readFile(join(place.cluster, 'PG_VERSION'), 'utf8').catch(() => null);
  if (isWhole !== null) return;
  progress('Creando la base de datos…');
  const draft = `${place.cluster}.nuevo`;
  const passwordFile = join(place.home, 'initdb-password');
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await place.own(draft);
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await place.own(passwordFile);
  const child = spawn(
    join(place.binaries, 'bin', 'initdb'),
    [
      `--pgdata=${draft}`,
      `--username=${user}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
    { ...place.owner, cwd: place.home, stdio: ['ignore', 'ignore', 'pipe'], env: environment },
  );
  const said = collect(child);
  const [code] = await once(child, 'exit');
  await rm(passwordFile, { force: true });
  if (code !== 0) {
    throw new PostgresUnavailable(`No se ha podido crear la base de datos: ${lastLine(said())}`);
  }
  await rename(draft, place.cluster);
}

/** Processes of a server that was killed may take a moment to leave, and hold the cluster meanwhile. */
async function launchUntilReady(
  place: PostgresPaths,
  password: string,
  options: { readonly port?: number; readonly settings?: Readonly<Record<string, string>> },
): Promise<{ url: string; child: ChildProcess }> {
  for (const deadline = Date.now() + patienceMs; ; await delay(100)) {
    const port = options.port ?? (await freePort());
    const url = `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;
    const own = { ...settings, ...options.settings, port: String(port) };
    const server = await launch(place, own);
    try {
      await untilReady(url, server);
      return { url, child: server.child };
    } catch (error) {
      const held = server.said().includes('Terminate any old server processes');
      // Somebody was given the port before we used it; the next one is free again.
      const taken = options.port === undefined && server.said().includes('could not bind');
      if (!(held || taken) || Date.now() > deadline) throw error;
    }
  }
}

interface Server {
  readonly child: ChildProcess;
  readonly said: () => string;
}

async function launch(
  place: PostgresPaths,
  settings: Readonly<Record<string, string>>,
): Promise<Server> {
  const log = await open(join(place.home, 'postgres.log'), 'a', 0o600);
  await place.own(join(place.home, 'postgres.log'));
  const options = Object.entries(settings);
  const child = spawn(
    join(place.binaries, 'bin', 'postgres'),
    ['-D', place.cluster, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...place.owner,
      cwd: place.home,
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
      // Out of the terminal's process group: Ctrl-C must reach the backend first, and the database last.
      detached: true,
    },
  );
  child.stderr?.on('data', (chunk: Buffer) => void log.write(chunk).catch(() => {}));
  child.once('exit', () => void log.close().catch(() => {}));
  return { child, said: collect(child) };
}

async function untilReady(url: string, { child, said }: Server): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      // Its last words may come after its end.
      if (child.stderr) await finished(child.stderr);
      throw new PostgresUnavailable(`La base de datos no arranca: ${lastLine(said())}`);
    }
    // A stranger on our port may say nothing at all.
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    const isReady = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (isReady) return;
    if (Date.now() > deadline) {
      await stopServer(child);
      throw new PostgresUnavailable(`La base de datos no responde: ${lastLine(said())}`);
    }
    await delay(25);
  }
}

/** SIGINT is PostgreSQL's “fast” shutdown: it ends sessions, writes a checkpoint and leaves. */
async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const left = once(child, 'exit');
  child.kill('SIGINT');
  await left;
}

const environment: NodeJS.ProcessEnv = {
  PATH: process.env.PATH ?? '',
  LC_ALL: 'C',
  TZ: 'UTC',
  ...(process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {}),
};

/** What a process said in the end. */
function collect(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString('utf8')).slice(-4_000);
  });
  return () => text;
}

/** For the one sentence we show. */
const lastLine = (text: string): string => text.trim().split('\n').at(-1) || 'sin más detalle';

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no loopback port');
  return address.port;
}
