/** Runs work in a database transaction; retries deadlocks. */
import type pg from 'pg';
import { type Database, isQueryTimeout } from './pool.ts';
import { collectWakeUps, sendWakeUps, stopCollectingWakeUps } from './wake-ups.ts';

/**
 * PostgreSQL ends a transaction that is idle for longer, so that a process that hangs in one cannot keep shards or user
 * rows locked. In one message with BEGIN: a pooler refuses it as a startup parameter, and gives the next transaction
 * another connection.
 */
const begin = `begin; set local idle_in_transaction_session_timeout = '4s'`;

/**
 * @param work must use the client it gets
 * @throws what `work` throws, after a rollback, or the database's error
 * @returns what `work` returned, once committed
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const wakeUps = collectWakeUps(client);
  try {
    // SQL unchecked: several commands, without parameters and rows.
    await client.query(begin);
    const result = await work(client);
    await client.query('commit');
    sendWakeUps(pool, wakeUps);
    return result;
  } catch (error) {
    // After a timeout the query still runs: a rollback would queue behind it.
    broken = isQueryTimeout(error) ? error : await rollback(client);
    throw error;
  } finally {
    stopCollectingWakeUps(client);
    client.release(broken);
  }
}

/** Several reads of one moment: what is committed in between is in all of them or in none. Read only. */
export const inSnapshot = <Result>(
  pool: pg.Pool,
  read: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> =>
  inTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read, read only');
    return read(client);
  });

/** @returns why the connection must not go back to the pool: a failed rollback means that it is lost */
const rollback = (client: pg.PoolClient): Promise<Error | undefined> =>
  client.query('rollback').then(
    () => undefined,
    (lost: Error) => lost,
  );

/**
 * Runs work again when PostgreSQL ends it as a deadlock victim: the market worker locks the same rows in another order.
 * @throws any other error, or the third deadlock
 */
export async function retryDeadlocks<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const deadlock = error instanceof Error && 'code' in error && error.code === '40P01';
      if (!deadlock || attempt === 3) throw error;
    }
  }
}

/**
 * The pool with statements that PostgreSQL cancels after five seconds, for reads whose cost grows with the history. Each is
 * in a transaction: the limit of a session would stay with a pooler's connection.
 */
export function limitStatements(pool: pg.Pool): Database {
  const query = (text: string, values?: unknown[]) =>
    inTransaction(pool, async (client) => {
      await client.query(`set local statement_timeout = '5s'`);
      // SQL unchecked: it forwards statements, each checked where it is written.
      return client.query(text, values);
    });
  return { query } as unknown as Database;
}
