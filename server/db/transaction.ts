/** Runs work in a database transaction; retries deadlocks. */
import type pg from 'pg';

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
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // A failed rollback means the connection is lost: it must not go back to the pool.
    await client.query('rollback').catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

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
