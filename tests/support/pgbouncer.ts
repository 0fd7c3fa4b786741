/** Starts Debian's pgbouncer before a PostgreSQL, with its defaults; null where the program is not installed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './local-app.ts';
import { retryUntil } from './retry-until.ts';
import { stopProcess } from './stop-process.ts';

export interface Pgbouncer {
  /** The target's URL through the pooler. */
  readonly url: string;
  close(): Promise<void>;
}

/** It refuses to run as root: then `nobody`. */
const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export async function startPgbouncer(
  target: string,
  poolMode: 'session' | 'transaction',
): Promise<Pgbouncer | null> {
  const { hostname, port, username, password } = new URL(target);
  const dir = await mkdtemp(join(tmpdir(), 'vigia-pgbouncer-'));
  await chmod(dir, 0o755);
  const listenPort = await freePort();
  const [settings, users] = [join(dir, 'pgbouncer.ini'), join(dir, 'userlist.txt')];
  await writeFile(users, `"${username}" "${password}"\n`);
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = md5
auth_file = ${users}
pool_mode = ${poolMode}
`,
  );
  const child = spawn('pgbouncer', [settings], {
    ...owner,
    stdio: 'ignore',
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
  });
  const isInstalled = await once(child, 'spawn').then(
    () => true,
    () => false,
  );
  const removeDir = () => rm(dir, { recursive: true, force: true });
  if (!isInstalled) {
    await removeDir();
    return null;
  }
  const url = new URL(target);
  url.port = String(listenPort);
  await retryUntil(() => connectOnce(url.href));
  return {
    url: url.href,
    async close() {
      await stopProcess(child, 'SIGTERM');
      await removeDir();
    },
  };
}

async function connectOnce(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
  } finally {
    await client.end();
  }
}
