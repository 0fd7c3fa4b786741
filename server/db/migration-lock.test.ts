/** Waiting for another process's migration: reported, interruptible, and never on a mute connection. */
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MuteProxy, startMuteProxy } from '#tests/faults/support/mute-proxy.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { type MigrationWait, migrate } from './migrate.ts';

let database: TestDatabase;
let proxy: MuteProxy;
let url: string;
/** Holds the lock, as another process that migrates. */
let holder: pg.Client;
let waits: MigrationWait[];

const onWaiting = (wait: MigrationWait) => void waits.push(wait);
const waiting = () => waitFor(() => expect(waits).toHaveLength(1));

beforeEach(async () => {
  waits = [];
  database = await createTestDatabase();
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
  await database.drop();
});

describe('a migration whose lock another process holds', () => {
  it('reports who holds it, and migrates once it is released', async () => {
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    const migrated = migrate(database.url, { onWaiting });
    await waiting();
    expect(waits[0]).toEqual({ waitedMs: expect.any(Number), holderPid: rows[0]?.pid });
    await holder.query('select pg_advisory_unlock(715041)');
    await migrated;
  });

  it('stops waiting when aborted, and leaves no connection behind', async () => {
    const stop = new AbortController();
    const migrated = migrate(database.url, { onWaiting, signal: stop.signal });
    await waiting();
    stop.abort(new Error('stop'));
    await expect(migrated).rejects.toThrow('stop');
    await waitFor(async () => {
      const { rowCount } = await holder.query(
        `select 1 from pg_stat_activity
          where datname = current_database() and application_name = 'vigia migration'`,
      );
      expect(rowCount).toBe(0);
    });
  });

  it('gives up a connection that goes mute within ten seconds', async () => {
    const migrated = migrate(url, { onWaiting });
    await waiting();
    const mutedAtMs = Date.now();
    proxy.muteOpen();
    await expect(migrated).rejects.toThrow('Query read timeout');
    expect(Date.now() - mutedAtMs).toBeLessThan(10_000);
  }, 30_000);

  it('rejects when the server ends its connection', async () => {
    const migrated = migrate(database.url, { onWaiting });
    await waiting();
    await Promise.all([
      expect(migrated).rejects.toThrow(/terminat/),
      holder.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'vigia migration'`,
      ),
    ]);
  });
});
