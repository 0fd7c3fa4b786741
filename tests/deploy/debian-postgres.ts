/** The PostgreSQL that Debian's package installs, with its defaults, on a free port of loopback. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '#tests/support/local-app.ts';
import { retryUntil } from '#tests/support/retry-until.ts';
import { stopProcess } from '#tests/support/stop-process.ts';

export interface DebianPostgres {
  readonly version: string;
  /** Of an empty database. */
  readonly url: string;
  /** A program of the package, by its path. */
  program(name: string): string;
  /** @param name of the database; absent = Vigía's. @returns the first row */
  query(sql: string, name?: string): Promise<Record<string, unknown> | undefined>;
  close(): Promise<void>;
}

const installations = '/usr/lib/postgresql';
const database = 'vigia';

/** @returns null where the package is not installed */
export async function startDebianPostgres(): Promise<DebianPostgres | null> {
  const newest = existsSync(installations)
    ? readdirSync(installations).sort((a, b) => Number(b) - Number(a))[0]
    : undefined;
  if (newest === undefined) return null;
  const program = (name: string) => join(installations, newest, 'bin', name);
  const dir = await mkdtemp(join(tmpdir(), 'vigia-release-db-'));
  if (owner !== undefined) await chown(dir, owner.uid, owner.gid);
  await chmod(dir, 0o700);
  const initArgs = ['--username=vigia', '--auth=trust', '--encoding=UTF8', '--no-sync'];
  run(program('initdb'), [`--pgdata=${join(dir, 'data')}`, ...initArgs]);
  const port = await freePort();
  const args = ['-D', join(dir, 'data'), '-h', '127.0.0.1', '-p', String(port), '-k', dir];
  const server = spawn(program('postgres'), args, { ...owner, cwd: '/', stdio: 'ignore' });
  const urlOf = (name: string) => `postgres://vigia@127.0.0.1:${port}/${name}`;
  await retryUntil(() => query(urlOf('postgres'), 'select 1'));
  await query(urlOf('postgres'), `create database ${database}`);
  return {
    version: execFileSync(program('postgres'), ['--version'], { encoding: 'utf8' }).trim(),
    url: urlOf(database),
    program,
    query: (sql, name = database) => query(urlOf(name), sql),
    async close() {
      await stopProcess(server, 'SIGINT');
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root. */
const owner = process.getuid?.() === 0 ? accountOf('postgres') : undefined;

function accountOf(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

const run = (program: string, args: readonly string[]) =>
  execFileSync(program, args, { ...owner, cwd: '/', stdio: 'ignore' });

async function query(url: string, sql: string): Promise<Record<string, unknown> | undefined> {
  const client = new pg.Client(url);
  // An error after the end of the connection is of no interest here.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows[0];
}
