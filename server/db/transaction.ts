/** Runs a piece of work in one transaction: all of it is committed, or none. */
import type pg from 'pg';

/**
 * @param work must use the client it is given; whatever it throws rolls everything back and is rethrown
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
    // A rollback that fails means the connection is gone: it must not go back to the pool.
    await client.query('rollback').catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** The market writes the same rows in its own order; when the two meet, PostgreSQL picks one to try again. */
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
