/** Applies the SQL migrations in `migrations/` in order, each once, in one process at a time. */
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { timedQuery } from './pool.ts';
import { openSession } from './session-connection.ts';

export interface MigrateOptions {
  /** Aborted to stop: while waiting at once, and in a migration too, which is then rolled back. */
  readonly signal?: AbortSignal;
  /** Another process is migrating. Called when the wait begins, and once a minute after that. */
  readonly onWaiting?: (wait: MigrationWait) => void;
}

export interface MigrationWait {
  readonly waitedMs: number;
  /** The PostgreSQL process that holds the lock; null if it released it meanwhile. */
  readonly holderPid: number | null;
}

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Advisory lock held while migrating, so that two processes starting together do not race. */
const migrationLock = 715_041;
/** Each attempt is a statement of its own with a deadline, so that a connection that goes mute while waiting is noticed. */
const lockPollMs = 500;
const reportWaitEveryMs = 60_000;
const lockQueryTimeoutMs = 5_000;

/**
 * @param url PostgreSQL connection string, of a session
 * @throws when the database cannot be reached, a migration fails (it is rolled back), or the signal is aborted
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<void> {
  const { signal } = options;
  signal?.throwIfAborted();
  // A migration may rewrite a large table: its statements have no deadline.
  const session = await openSession(url, { name: 'vigia migration', queryTimeoutMs: null });
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const migrated = lockAndMigrate(session.client, options);
    await Promise.race([migrated, session.lost, aborted.promise]);
  } finally {
    signal?.removeEventListener('abort', abort);
    await session.close();
  }
}

async function lockAndMigrate(client: pg.Client, options: MigrateOptions): Promise<void> {
  await endSessionOfLostClient(client);
  await acquireMigrationLock(client, options);
  await applyMigrations(drizzle(client), { migrationsFolder });
}

/** TCP limits of the server's side: it ends the session, and with it the lock, soon after this process became unreachable. */
const endSessionOfLostClient = (client: pg.Client) =>
  client.query(`set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5;
                set tcp_keepalives_count = 3; set tcp_user_timeout = 25000`);

async function acquireMigrationLock(
  client: pg.Client,
  { signal, onWaiting }: MigrateOptions,
): Promise<void> {
  const startedAtMs = performance.now();
  let reportAtMs = startedAtMs;
  while (!(await tryMigrationLock(client))) {
    const now = performance.now();
    if (now >= reportAtMs) {
      reportAtMs = now + reportWaitEveryMs;
      const holderPid = await findLockHolder(client);
      onWaiting?.({ waitedMs: now - startedAtMs, holderPid });
    }
    await delay(lockPollMs, undefined, signal && { signal });
  }
}

async function tryMigrationLock(client: pg.Client): Promise<boolean> {
  const query = timedQuery(
    'select pg_try_advisory_lock($1) as acquired',
    [migrationLock],
    lockQueryTimeoutMs,
  );
  const { rows } = await client.query<{ acquired: boolean }>(query);
  return rows[0]?.acquired === true;
}

async function findLockHolder(client: pg.Client): Promise<number | null> {
  const query = timedQuery(
    `select pid from pg_locks
      where locktype = 'advisory' and granted and classid = 0 and objid = $1 and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())`,
    [migrationLock],
    lockQueryTimeoutMs,
  );
  const { rows } = await client.query<{ pid: number }>(query);
  return rows[0]?.pid ?? null;
}
