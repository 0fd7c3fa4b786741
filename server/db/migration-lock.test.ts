/** Migrations that take long, or wait for another process's: reported, interruptible, and never on a mute connection. */
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MuteProxy, startMuteProxy } from '#tests/faults/support/mute-proxy.ts';
import { type OpenDatabase, openTestDatabase } from '#tests/support/database.ts';
import { migrateUntil } from '#tests/support/migrate-until.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { type MigrationWait, migrate } from './migrate.ts';
import type { SessionActivity } from './session-watch.ts';

let database: OpenDatabase;
let proxy: MuteProxy;
let url: string;
/** Holds the lock, as another process that migrates. */
let holder: pg.Client;
let waits: MigrationWait[];

const onWaiting = (wait: MigrationWait) => void waits.push(wait);
const waiting = () => waitFor(() => expect(waits).toHaveLength(1));

beforeEach(async () => {
  waits = [];
  database = await openTestDatabase();
  const direct = new URL(database.url);
  proxy = await startMuteProxy({ host: direct.hostname, port: Number(direct.port) });
  direct.port = String(proxy.port);
  url = direct.href;
  holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('select pg_advisory_lock(715041)');
});
afterEach(async () => {
  await holder.end();
  await proxy.close();
});

it('a migration whose lock another process holds reports who holds it, and migrates once it is released', async () => {
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  const migrated = migrate(database.url, { onWaiting });
  await waiting();
  expect(waits[0]).toEqual({ waitedMs: expect.any(Number), holderPid: rows[0]?.pid });
  await holder.query('select pg_advisory_unlock(715041)');
  await migrated;
});

describe('a migration whose statement takes long', () => {
  let activities: SessionActivity[];
  /** Not the holder: in a transaction PostgreSQL shows the same activity again and again. */
  let observer: pg.Client;
  const onMigrating = (activity: SessionActivity) => void activities.push(activity);
  const findMigration = async () => {
    const { rows } = await observer.query<{ state: string; waits: string | null }>(
      `select state, wait_event_type as waits from pg_stat_activity
        where datname = current_database() and application_name = 'vigia migration'`,
    );
    return rows;
  };
  const hanging = () =>
    waitFor(async () =>
      expect(await findMigration()).toEqual([{ state: 'active', waits: 'Lock' }]),
    );
  const isMigrated = async () => {
    const { rowCount } = await holder.query(
      `select 1 where to_regclass('plan_grants') is not null`,
    );
    return rowCount === 1;
  };

  beforeEach(async () => {
    activities = [];
    observer = new pg.Client({ connectionString: database.url });
    await observer.connect();
    await migrateUntil(database.pool, '0010_silences');
    // The next migration renames a table that this transaction keeps locked.
    await holder.query('select pg_advisory_unlock(715041)');
    await holder.query('begin');
    await holder.query('lock table subscriptions in access exclusive mode');
  });

  afterEach(() => observer.end());

  it('is reported with what it waits for; given up within ten seconds once its answer is lost, and may begin again', async () => {
    const migrated = migrate(url, { onMigrating });
    await waitFor(() => expect(activities).toHaveLength(1));
    expect(activities[0]).toMatchObject({ waitEventType: 'Lock' });
    await hanging();
    proxy.muteOpen();
    await holder.query('commit');
    const lostAtMs = Date.now();
    await expect(migrated).rejects.toThrow('Connection terminated');
    expect(Date.now() - lostAtMs).toBeLessThan(12_000);
    await waitFor(async () => expect(await findMigration()).toEqual([]));
    expect(await isMigrated()).toBe(false);
    await migrate(url);
    expect(await isMigrated()).toBe(true);
  });

  it('is ended and rolled back when aborted', async () => {
    const stop = new AbortController();
    const migrated = migrate(url, { signal: stop.signal });
    await hanging();
    stop.abort(new Error('stop'));
    await expect(migrated).rejects.toThrow('stop');
    // Though the lock is still held.
    await waitFor(async () => expect(await findMigration()).toEqual([]));
    await holder.query('commit');
    expect(await isMigrated()).toBe(false);
  });
});
