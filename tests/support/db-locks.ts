/** Who waits for whom in the database, so that a test need not guess how long anything takes. */
import type pg from 'pg';
import { expect } from 'vitest';
import { waitFor } from './wait-for.ts';

async function countWaiting(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    `select count(*)::integer as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}

/** Until so many transactions wait for a lock of another. */
export const waitForBlocked = (pool: pg.Pool, count = 1): Promise<void> =>
  waitFor(async () => expect(await countWaiting(pool)).toBe(count));

export interface Hold {
  /** @param more in the same transaction as the lock */
  release(more?: (client: pg.PoolClient) => Promise<unknown>): Promise<void>;
}

/** Takes a lock, and keeps whoever wants it waiting. */
export async function holdLock(pool: pg.Pool, sql: string, values: unknown[] = []): Promise<Hold> {
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

/** A person's row: whatever wants to change their account takes turns, in the order it came. */
export const lockUserRow = (pool: pg.Pool, uid: string): Promise<Hold> =>
  holdLock(pool, 'select from users where uid = $1 for update', [uid]);
