/** The PostgreSQL that Debian's package installs, with its defaults, on free ports of loopback: primary and standby. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { appendFile, chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
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
  readonly port: number;
  /** A program of the package, by its path. */
  program(name: string): string;
  /** @param name of the database; absent = Vigía's. @returns the first row */
  query(sql: string, name?: string): Promise<Record<string, unknown> | undefined>;
  /** A hot standby that streams from this server; from then on a commit waits for it. */
  startStandby(): Promise<DebianPostgres>;
  /** Of a standby: resolves once it accepts writes. */
  promote(): Promise<void>;
  /** A base backup, to be restored at any later instant from it and the archived log. @returns its folder */
  backUp(): Promise<string>;
  /** A server of its own with what this one held at an instant. @param backup a folder of `backUp` */
  restoreAt(backup: string, at: Date): Promise<DebianPostgres>;
  /** Ends at once, as in a crash. */
  kill(): Promise<void>;
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
  const dir = await createFolder();
  const initArgs = ['--username=vigia', '--auth=trust', '--encoding=UTF8', '--no-sync'];
  run(program('initdb'), [`--pgdata=${join(dir, 'data')}`, ...initArgs]);
  const primary = await startServer(dir, program);
  await primary.query(`create database ${database}`, 'postgres');
  return primary;
}

async function startServer(
  dir: string,
  program: DebianPostgres['program'],
): Promise<DebianPostgres> {
  const port = await freePort();
  const data = join(dir, 'data');
  const log = join(dir, 'archive');
  const args = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', dir].concat([
    '-c',
    'archive_mode=on',
    '-c',
    `archive_command=mkdir -p ${log} && cp %p ${log}/%f`,
  ]);
  const server = spawn(program('postgres'), args, { ...owner, cwd: '/', stdio: 'ignore' });
  const urlOf = (name: string) => `postgres://vigia@127.0.0.1:${port}/${name}`;
  const url = urlOf(database);
  await retryUntil(() => query(urlOf('postgres'), 'select 1'));
  const copyTo = async (folder: string, more: readonly string[]) => {
    const source = `host=127.0.0.1 port=${port} user=vigia application_name=standby`;
    run(program('pg_basebackup'), [
      `--dbname=${source}`,
      `--pgdata=${join(folder, 'data')}`,
      '--checkpoint=fast',
      ...more,
    ]);
    return folder;
  };
  return {
    version: execFileSync(program('postgres'), ['--version'], { encoding: 'utf8' }).trim(),
    url,
    port,
    program,
    query: (sql, name = database) => query(urlOf(name), sql),
    async startStandby() {
      const standbyDir = await copyTo(await createFolder(), ['--write-recovery-conf']);
      const standby = await startServer(standbyDir, program);
      await query(url, `alter system set synchronous_standby_names = 'standby'`);
      await query(url, 'select pg_reload_conf()');
      await retryUntil(async () => {
        const replication = await query(url, 'select sync_state from pg_stat_replication');
        if (replication?.sync_state !== 'sync') throw new Error('the standby does not stream');
      });
      return standby;
    },
    async promote() {
      await query(url, 'select pg_promote()');
      // It was copied from the primary, whose commits now wait for a standby.
      await query(url, 'alter system reset synchronous_standby_names');
      await query(url, 'select pg_reload_conf()');
    },
    backUp: async () => copyTo(await createFolder(), []),
    async restoreAt(backup, at) {
      // The instant lies in the segment being written: it is archived from here on.
      const switched = await query(url, 'select pg_walfile_name(pg_switch_wal()) as segment');
      await retryUntil(async () => {
        const archived = await query(
          url,
          'select last_archived_wal as segment from pg_stat_archiver',
        );
        if (String(archived?.segment) < String(switched?.segment)) throw new Error('not archived');
      });
      const settings = [
        `restore_command = 'cp ${log}/%f %p'`,
        `recovery_target_time = '${at.toISOString().replace('T', ' ').replace('Z', '+00')}'`,
        `recovery_target_action = 'promote'`,
      ];
      await appendFile(join(backup, 'data/postgresql.auto.conf'), `${settings.join('\n')}\n`);
      await writeFile(join(backup, 'data/recovery.signal'), '');
      const restored = await startServer(backup, program);
      await retryUntil(async () => {
        const { recovering } =
          (await restored.query('select pg_is_in_recovery() as recovering')) ?? {};
        if (recovering !== false) throw new Error('still recovering');
      });
      return restored;
    },
    kill: () => stopProcess(server, 'SIGQUIT'),
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

async function createFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'vigia-release-db-'));
  if (owner !== undefined) await chown(dir, owner.uid, owner.gid);
  await chmod(dir, 0o700);
  return dir;
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
