/** Transactions on a real database whose connection is lost in between. */
import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { createPool } from './pool.ts';
import { inTransaction } from './transaction.ts';

test('a connection lost between two statements fails the transaction, not the process', async () => {
  const database = await createTestDatabase();
  const pool = createPool(database.url);
  try {
    const work = inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const gone = new Promise<void>((resolve) => client.once('end', resolve));
      await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await gone;
      await client.query('select 1');
    });
    await expect(work).rejects.toThrow();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  } finally {
    await pool.end();
    await database.drop();
  }
});
