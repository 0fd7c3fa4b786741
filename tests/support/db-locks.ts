/** Takes PostgreSQL locks and waits for blocked transactions, so that race tests need no delays. */
import type pg from 'pg';
import { expect } from 'vitest';
import { waitFor } from './wait-for.ts';

async function countBlocked(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    `select count(*)::integer as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}

/** Waits until exactly `count` transactions wait for a lock. */
export const waitForBlocked = (pool: pg.Pool, count = 1): Promise<void> =>
  waitFor(async () => expect(await countBlocked(pool)).toBe(count));

export interface AcquiredLock {
  /** Commits. @param more runs before, in the same transaction */
  release(more?: (client: pg.PoolClient) => Promise<unknown>): Promise<void>;
}

/** Runs a locking statement in a transaction that stays open until released. */
async function acquireLock(
  pool: pg.Pool,
  sql: string,
  values: unknown[] = [],
): Promise<AcquiredLock> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(sql, values);
  return {
    async release(more) {
      await more?.(client);
      await client.query('commit');
      client.release();
    },
  };
}

/** Locks a user's row: changes of the account queue behind it, first come first served. */
export const lockUserRow = (pool: pg.Pool, uid: string): Promise<AcquiredLock> =>
  acquireLock(pool, 'select from users where uid = $1 for update', [uid]);
