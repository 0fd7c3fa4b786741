/**
 * Starts the local database: the real PostgreSQL server from npm, on loopback, with a password and fsync on.
 * Replaces a managed PostgreSQL; only its address differs.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { choosePostgresPaths, type PostgresPaths } from './postgres-paths.ts';
import { loadOrCreateSecret } from './secret-file.ts';

export interface LocalPostgres {
  /** `postgres://…`, with the password: never to be logged. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Why the server did not start, as one Spanish sentence. */
class PostgresUnavailableError extends Error {}

const user = 'vigia';
const startTimeoutMs = 60_000;

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
  // No parallel queries: two cores.
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '1',
};

/** @throws PostgresUnavailableError */
export async function startPostgres(options: {
  readonly dataDir: string;
  /** Called with one Spanish sentence before a slow step. */
  readonly progress: (sentence: string) => void;
  /** A fixed port, to restart at the same address; absent = any free one. */
  readonly port?: number;
  /** Overrides of the defaults above, by PostgreSQL's names. */
  readonly settings?: Readonly<Record<string, string>>;
}): Promise<LocalPostgres> {
  const { dataDir, progress } = options;
  const paths = await choosePostgresPaths(dataDir, progress);
  const password = await loadOrCreateSecret(join(dataDir, 'postgres-password'), () =>
    randomBytes(24).toString('hex'),
  );
  await stopOrphan(paths);
  await createCluster(paths, password, progress);
  const { url, child } = await launchUntilReady(paths, password, options);
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

/** Stops a server left behind by a killed process, which still has the cluster open. */
async function stopOrphan(paths: PostgresPaths): Promise<void> {
  const pid = await readFile(join(paths.cluster, 'postmaster.pid'), 'utf8').then(
    (text) => Number.parseInt(text, 10),
    () => null,
  );
  if (pid === null || !Number.isInteger(pid) || !isRunning(pid)) return;
  const stopping = spawn(
    join(paths.binaries, 'bin', 'pg_ctl'),
    ['stop', '-D', paths.cluster, '-m', 'fast', '-w'],
    { ...paths.owner, cwd: paths.home, stdio: 'ignore', env: environment },
  );
  await once(stopping, 'exit');
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Created in a temporary folder and then renamed, so that an interrupted first start leaves nothing half-made. */
async function createCluster(
  paths: PostgresPaths,
  password: string,
  progress: (sentence: string) => void,
): Promise<void> {
  const version = await readFile(join(paths.cluster, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version !== null) return;
  progress('Creando la base de datos…');
  const temporaryFolder = `${paths.cluster}.nuevo`;
  const passwordFile = join(paths.home, 'initdb-password');
  await rm(temporaryFolder, { recursive: true, force: true });
  await mkdir(temporaryFolder, { recursive: true, mode: 0o700 });
  await paths.chownToOwner(temporaryFolder);
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await paths.chownToOwner(passwordFile);
  const child = spawn(
    join(paths.binaries, 'bin', 'initdb'),
    [
      `--pgdata=${temporaryFolder}`,
      `--username=${user}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
    { ...paths.owner, cwd: paths.home, stdio: ['ignore', 'ignore', 'pipe'], env: environment },
  );
  const output = collectOutput(child);
  const [code] = await once(child, 'exit');
  await rm(passwordFile, { force: true });
  if (code !== 0) {
    throw new PostgresUnavailableError(
      `No se ha podido crear la base de datos: ${lastLine(output())}`,
    );
  }
  await rename(temporaryFolder, paths.cluster);
}

/** Retries until the deadline: processes of a killed server may still be using the cluster, or the port be taken. */
async function launchUntilReady(
  paths: PostgresPaths,
  password: string,
  options: { readonly port?: number; readonly settings?: Readonly<Record<string, string>> },
): Promise<{ url: string; child: ChildProcess }> {
  for (const deadline = Date.now() + startTimeoutMs; ; await delay(100)) {
    const port = options.port ?? (await freePort());
    const url = `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;
    const serverSettings = { ...settings, ...options.settings, port: String(port) };
    const server = await launch(paths, serverSettings);
    try {
      await waitUntilReady(url, server);
      return { url, child: server.child };
    } catch (error) {
      const isClusterInUse = server.output().includes('Terminate any old server processes');
      // Another process took the free port in between.
      const isPortTaken = options.port === undefined && server.output().includes('could not bind');
      if (!(isClusterInUse || isPortTaken) || Date.now() > deadline) throw error;
    }
  }
}

interface Server {
  readonly child: ChildProcess;
  readonly output: () => string;
}

async function launch(
  paths: PostgresPaths,
  settings: Readonly<Record<string, string>>,
): Promise<Server> {
  const log = await open(join(paths.home, 'postgres.log'), 'a', 0o600);
  await paths.chownToOwner(join(paths.home, 'postgres.log'));
  const options = Object.entries(settings);
  const child = spawn(
    join(paths.binaries, 'bin', 'postgres'),
    ['-D', paths.cluster, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...paths.owner,
      cwd: paths.home,
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
      // Out of the terminal's process group: Ctrl-C must reach the backend first, and the database last.
      detached: true,
    },
  );
  child.stderr?.on('data', (chunk: Buffer) => void log.write(chunk).catch(() => {}));
  // A process that a signal or an error ends has no time to wait for it.
  const end = () => child.kill('SIGINT');
  process.once('exit', end);
  child.once('exit', () => {
    process.off('exit', end);
    void log.close().catch(() => {});
  });
  return { child, output: collectOutput(child) };
}

async function waitUntilReady(url: string, { child, output }: Server): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      // Output may arrive after the exit.
      if (child.stderr) await finished(child.stderr);
      throw new PostgresUnavailableError(`La base de datos no arranca: ${lastLine(output())}`);
    }
    // Another program on this port may never respond.
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    const isReady = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (isReady) return;
    if (Date.now() > deadline) {
      await stopServer(child);
      throw new PostgresUnavailableError(`La base de datos no responde: ${lastLine(output())}`);
    }
    await delay(25);
  }
}

/** SIGINT is PostgreSQL's “fast” shutdown: it ends sessions, writes a checkpoint and exits. */
async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  await exited;
}

const environment: NodeJS.ProcessEnv = {
  PATH: process.env.PATH ?? '',
  LC_ALL: 'C',
  TZ: 'UTC',
  ...(process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {}),
};

/** @returns getter of the last 4 000 characters of its stderr */
function collectOutput(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString('utf8')).slice(-4_000);
  });
  return () => text;
}

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
