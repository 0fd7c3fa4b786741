/**
 * Starts the local database: the real PostgreSQL server from npm, on loopback, with a password and fsync on.
 * Replaces a managed PostgreSQL; only its address differs.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
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
  // One left behind by a killed process still has the cluster open.
  await stopServer(paths);
  await createCluster(paths, password, progress);
  const url = await launchUntilReady(paths, password, options);
  // A process that a signal or an error ends has no time to wait for it.
  const end = await signalTo(paths);
  process.once('exit', end);
  const urlFile = join(dataDir, 'postgres-url');
  await writeFile(urlFile, `${url}\n`, { mode: 0o600 });
  return {
    url,
    async stop() {
      process.off('exit', end);
      await rm(urlFile, { force: true });
      await stopServer(paths);
    },
  };
}

/** SIGINT is PostgreSQL's “fast” shutdown: it ends sessions, writes a checkpoint and exits. */
async function signalTo({ cluster }: PostgresPaths): Promise<() => void> {
  const pid = Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8'), 10);
  return () => {
    try {
      process.kill(pid, 'SIGINT');
    } catch {
      // It has ended before.
    }
  };
}

/** The same, and waits; without one that runs, nothing. */
async function stopServer(paths: PostgresPaths): Promise<void> {
  await runTool(paths, 'pg_ctl', ['stop', `--pgdata=${paths.cluster}`, '--mode=fast', '--wait']);
}

/** Runs a program of PostgreSQL's, as its owner. @returns its exit code, and what it complained of */
async function runTool(
  { binaries, owner, home }: PostgresPaths,
  name: 'initdb' | 'pg_ctl',
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(join(binaries, 'bin', name), args, {
    ...owner,
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: environment,
  });
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code, output };
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
  const { code, output } = await runTool(paths, 'initdb', [
    `--pgdata=${temporaryFolder}`,
    `--username=${user}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]);
  await rm(passwordFile, { force: true });
  if (code !== 0)
    throw new PostgresUnavailableError(
      `No se ha podido crear la base de datos: ${lastLine(output)}`,
    );
  await rename(temporaryFolder, paths.cluster);
}

/** Retries until the deadline: processes of a killed server may still be using the cluster, or the port be taken. */
async function launchUntilReady(
  paths: PostgresPaths,
  password: string,
  options: { readonly port?: number; readonly settings?: Readonly<Record<string, string>> },
): Promise<string> {
  for (const deadline = Date.now() + startTimeoutMs; ; await delay(100)) {
    const port = options.port ?? (await freePort());
    const failure = await launch(paths, { ...settings, ...options.settings, port: String(port) });
    if (failure === null) return `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;
    const isClusterInUse = failure.includes('Terminate any old server processes');
    // Another process took the free port in between.
    const isPortTaken = options.port === undefined && failure.includes('could not bind');
    if (!(isClusterInUse || isPortTaken) || Date.now() > deadline)
      throw new PostgresUnavailableError(`La base de datos no arranca: ${lastLine(failure)}`);
  }
}

/**
 * Starts it and waits until it accepts connections. Out of the terminal's process group: Ctrl-C must reach the backend first, and the
 * database last.
 * @returns null, or what it logged when it did not start
 */
async function launch(
  paths: PostgresPaths,
  settings: Readonly<Record<string, string>>,
): Promise<string | null> {
  const log = join(paths.home, 'postgres.log');
  const logged = await readFile(log).catch(() => Buffer.alloc(0));
  const options = Object.entries(settings).map(([name, value]) => `-c "${name}=${value}"`);
  const { code } = await runTool(paths, 'pg_ctl', [
    'start',
    `--pgdata=${paths.cluster}`,
    '--wait',
    `--timeout=${startTimeoutMs / 1_000}`,
    `--log=${log}`,
    `--options=${options.join(' ')}`,
  ]);
  return code === 0 ? null : (await readFile(log)).subarray(logged.length).toString('utf8');
}

const environment: NodeJS.ProcessEnv = {
  PATH: process.env.PATH ?? '',
  LC_ALL: 'C',
  TZ: 'UTC',
  ...(process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {}),
};

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
