/** Runs work in a transaction that is rolled back, so that many tests share one database with the same rows. */
import type pg from 'pg';

export async function rollBackAfter<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}
