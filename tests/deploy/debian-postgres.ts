/** Starts the PostgreSQL that Debian's package installs, with its defaults, on a free port of loopback. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '#tests/support/local-app.ts';
import { retryUntil } from './retry-until.ts';

export interface DebianPostgres {
  readonly version: string;
  /** Of an empty database. */
  readonly url: string;
  close(): Promise<void>;
}

const installations = '/usr/lib/postgresql';

/** @returns null where the package is not installed */
export async function startDebianPostgres(): Promise<DebianPostgres | null> {
  const newest = existsSync(installations)
    ? readdirSync(installations).sort((a, b) => Number(b) - Number(a))[0]
    : undefined;
  if (newest === undefined) return null;
  const program = (name: string) => join(installations, newest, 'bin', name);
  const owner = process.getuid?.() === 0 ? accountOf('postgres') : undefined;
  const dir = await mkdtemp(join(tmpdir(), 'vigia-release-db-'));
  if (owner !== undefined) await chown(dir, owner.uid, owner.gid);
  await chmod(dir, 0o700);
  const data = join(dir, 'data');
  const initArgs = ['-D', data, '-U', 'vigia', '--auth=trust', '--encoding=UTF8', '--no-sync'];
  execFileSync(program('initdb'), initArgs, { ...owner, cwd: '/', stdio: 'ignore' });
  const port = await freePort();
  const serverArgs = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', dir];
  const server = spawn(program('postgres'), serverArgs, { ...owner, cwd: '/', stdio: 'ignore' });
  const url = `postgres://vigia@127.0.0.1:${port}/postgres`;
  await retryUntil(() => query(url, 'select 1'));
  await query(url, 'create database vigia');
  return {
    version: execFileSync(program('postgres'), ['--version'], { encoding: 'utf8' }).trim(),
    url: url.replace(/postgres$/, 'vigia'),
    async close() {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root. */
function accountOf(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  // An error after the end of the connection is of no interest here.
  client.on('error', () => {});
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
