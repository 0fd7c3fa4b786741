/** A primary and its synchronous streaming standby, which can be promoted. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { type LocalPostgres, startPostgres } from '#standins/postgres.ts';
import { makeDataDir, makeDataDirWithDatabase } from '#tests/support/database-template.ts';
import { freePort } from '#tests/support/local-app.ts';
import { waitUntil } from './market-harness.ts';

export interface DatabasePair {
  /** Both hosts, the first primary first. */
  readonly url: string;
  readonly primary: LocalPostgres;
  readonly standby: LocalPostgres;
  /** Resolves once the standby accepts writes. */
  promote(): Promise<void>;
  /** Suspends the first primary: its connections stay open and carry nothing, and new ones get no answer. */
  suspendPrimary(): Promise<void>;
}

const run = promisify(execFile);
const clusterOf = (dataDir: string) => join(dataDir, 'postgres', 'cluster');

/** It ends with the test. */
export async function startDatabasePair(): Promise<DatabasePair> {
  const prefix = 'vigia-pair-';
  const first = await makeDataDirWithDatabase(prefix);
  const second = await makeDataDir(prefix);
  const servers: LocalPostgres[] = [];
  let isSuspended = false;
  onTestFinished(async () => {
    if (isSuspended) await signal('SIGCONT');
    for (const server of servers.toReversed()) await server.stop();
    for (const folder of [first, second]) await rm(folder, { recursive: true, force: true });
  });
  const ports = [await freePort(), await freePort()] as const;
  const start = async (dataDir: string, port: number, settings: Record<string, string>) => {
    const server = await startPostgres({ dataDir, port, settings, progress: () => {} });
    servers.push(server);
    return server;
  };
  // Not started yet, a cluster may be copied file by file.
  await mkdir(join(second, 'postgres'), { mode: 0o755 });
  await cp(join(first, 'postgres-password'), join(second, 'postgres-password'));
  await run('cp', ['-a', clusterOf(first), clusterOf(second)]);
  await writeFile(join(clusterOf(second), 'standby.signal'), '');
  const primary = await start(first, ports[0], {});
  const { username, password } = new URL(primary.url);
  const standby = await start(second, ports[1], {
    primary_conninfo: `host=127.0.0.1 port=${ports[0]} user=${username} password=${password} application_name=standby`,
  });
  await query(primary.url, `alter system set synchronous_standby_names = 'standby'`);
  await query(primary.url, 'select pg_reload_conf()');
  await waitUntil(async () => {
    const rows = await query(primary.url, 'select sync_state from pg_stat_replication');
    return rows[0]?.sync_state === 'sync';
  });
  async function signal(name: NodeJS.Signals): Promise<void> {
    const text = await readFile(join(clusterOf(first), 'postmaster.pid'), 'utf8');
    // The server leads its own process group; background processes have groups of their own.
    const { stdout } = await run('pgrep', ['-P', String(Number.parseInt(text, 10))]);
    for (const pid of [Number.parseInt(text, 10), ...stdout.trim().split('\n').map(Number)])
      process.kill(pid, name);
  }
  return {
    url: primary.url
      .replace(`:${ports[0]}/`, `:${ports[0]},127.0.0.1:${ports[1]}/`)
      .concat('?target_session_attrs=read-write'),
    primary,
    standby,
    async promote() {
      await query(standby.url, 'select pg_promote()');
    },
    async suspendPrimary() {
      await signal('SIGSTOP');
      isSuspended = true;
    },
  };
}

export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
