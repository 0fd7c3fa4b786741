/** Migrates in one process at a time, over a session that is watched. */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { applyMigrations } from './apply-migrations.ts';
import { timedQuery } from './pool.ts';
import { openSession, type SessionConnection } from './session-connection.ts';
import { type SessionActivity, watchSession } from './session-watch.ts';

export interface MigrateOptions {
  /** Aborted to stop: while waiting at once, and in a migration too, which is then rolled back. */
  readonly signal?: AbortSignal;
  /** Another process is migrating. Called when the wait begins, and once a minute after that. */
  readonly onWaiting?: (wait: MigrationWait) => void;
  /** This process is migrating. Called after ten seconds, then once a minute, and when PostgreSQL stops answering. */
  readonly onMigrating?: (activity: SessionActivity) => void;
}

export interface MigrationWait {
  readonly waitedMs: number;
  /** The PostgreSQL process that holds the lock; null if it released it meanwhile. */
  readonly holderPid: number | null;
}

/** Advisory lock held while migrating, so that two processes starting together do not race. */
const migrationLock = 715_041;
/** Each attempt is a statement of its own with a deadline, so that a connection that goes mute while waiting is noticed. */
const lockPollMs = 500;
const reportWaitEveryMs = 60_000;
const shortQueryTimeoutMs = 5_000;

/**
 * @param url PostgreSQL connection string, of a session
 * @throws when the database cannot be reached, a migration fails (it is rolled back), or the signal is aborted
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<void> {
  const { signal } = options;
  signal?.throwIfAborted();
  // A migration may rewrite a large table: its statements have no deadline, but a watch.
  const session = await openSession(url, { name: 'vigia migration', queryTimeoutMs: null });
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  // Each wait races against it.
  const ended = Promise.race([session.lost, aborted.promise]);
  ended.catch(() => {});
  try {
    const pid = await Promise.race([prepareSession(session.client), ended]);
    await Promise.race([acquireMigrationLock(session.client, options), ended]);
    await applyWatched({ session, url, pid, ended }, options);
  } finally {
    signal?.removeEventListener('abort', abort);
    await session.close();
  }
}

async function applyWatched(
  { session, url, pid, ended }: WatchedSession,
  { signal, onMigrating = () => {} }: MigrateOptions,
): Promise<void> {
  let isBlocked = false;
  const watch = watchSession({
    url,
    pid,
    // Between two attempts at a lock the session is idle, and yet it waits for that lock.
    onActivity: (activity) =>
      onMigrating(isBlocked ? { ...activity, waitEventType: 'Lock' } : activity),
  });
  let isApplied = false;
  try {
    const applied = applyMigrations(session.client, {
      ...(signal && { signal }),
      onBlocked: (blocked) => {
        isBlocked = blocked;
      },
    });
    await Promise.race([applied, watch.lost, ended]);
    isApplied = true;
  } finally {
    // A statement under way would go on, and hold the lock, until PostgreSQL has an answer to send.
    await watch.close({ terminate: !isApplied });
  }
}

interface WatchedSession {
  readonly session: SessionConnection;
  readonly url: string;
  readonly pid: number;
  /** Rejects once the session is lost or the migration aborted. */
  readonly ended: Promise<never>;
}

/**
 * TCP limits of the server's side: it ends the session, and with it the lock, soon after this process became unreachable.
 * @returns the session's server process
 */
async function prepareSession(client: pg.Client): Promise<number> {
  const limits = `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5;
                  set tcp_keepalives_count = 3; set tcp_user_timeout = 25000`;
  // SQL unchecked: several commands, without parameters and rows.
  await client.query(timedQuery(limits, [], shortQueryTimeoutMs));
  // Not what the protocol says: a pooler makes that up.
  const { rows } = await client.query<{ pid: number }>(
    timedQuery('select pg_backend_pid() as pid', [], shortQueryTimeoutMs),
  );
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL named no server process.');
  return row.pid;
}

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
    shortQueryTimeoutMs,
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
    shortQueryTimeoutMs,
  );
  const { rows } = await client.query<{ pid: number | null }>(query);
  return rows[0]?.pid ?? null;
}
