/** Transactions on a real database whose connection is lost in between. */
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { toAppError } from '../errors.ts';
import { createPool } from './pool.ts';
import { inSnapshot, inTransaction, limitStatements, retryDeadlocks } from './transaction.ts';

test('a connection lost between two statements fails the transaction, not the process', async () => {
  const { pool } = await openTestDatabase();
  const work = inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const gone = new Promise<void>((resolve) => client.once('end', resolve));
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await gone;
    await client.query('select 1');
  });
  await expect(work).rejects.toThrow();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

describe('on a database that answers', async () => {
  const { pool, url } = await openTestDatabase({ connections: 1 });
  beforeAll(async () => {
    await pool.query('create table written (id integer)');
  });
  const settingOf = async (db: Pick<typeof pool, 'query'>, name: string) =>
    (await db.query<{ value: string }>('select current_setting($1) as value', [name])).rows[0]
      ?.value;

  test('what failed is undone, and its connection is used again', async () => {
    const failing = inTransaction(pool, async (client) => {
      await client.query('insert into written values (1)');
      throw new Error('away');
    });
    await expect(failing).rejects.toThrow('away');
    expect((await pool.query('select id from written')).rows).toEqual([]);
    const value = await inTransaction(pool, async (client) => {
      await client.query('insert into written values (2)');
      return 7;
    });
    expect(value).toBe(7);
    expect((await pool.query('select id from written')).rows).toEqual([{ id: 2 }]);
    expect(pool.totalCount).toBe(1);
  });

  test('a transaction that is idle for four seconds is ended by the server, and no other statement is', async () => {
    const name = 'idle_in_transaction_session_timeout';
    expect(await inTransaction(pool, (client) => settingOf(client, name))).toBe('4s');
    expect(await settingOf(pool, name)).toBe('0');
  });

  test('a statement over history is cancelled after five seconds and counts as unavailable, and no other is', async () => {
    const history = limitStatements(pool);
    expect(await settingOf(history, 'statement_timeout')).toBe('5s');
    const error = await history.query('select pg_sleep(60)').catch((thrown: unknown) => thrown);
    expect(toAppError(error).code).toBe('unavailable');
    expect(await settingOf(pool, 'statement_timeout')).toBe('0');
  });

  test('several reads see one moment, and write nothing', async () => {
    const other = createPool(url);
    try {
      await inSnapshot(pool, async (client) => {
        const count = async () => (await client.query('select from written')).rowCount;
        const before = await count();
        await other.query('insert into written values (3)');
        expect(await count()).toBe(before);
      });
      const writing = inSnapshot(pool, (client) => client.query('insert into written values (4)'));
      await expect(writing).rejects.toThrow('read-only');
    } finally {
      await other.end();
    }
  });

  test('a statement without an answer costs its connection: nobody else waits behind it', async () => {
    const impatient = createPool(url, { connections: 1, queryTimeoutMs: 2_000 });
    try {
      const slow = inTransaction(impatient, (client) => client.query('select pg_sleep(30)'));
      await expect(slow).rejects.toThrow('Query read timeout');
      expect(impatient.totalCount).toBe(0);
    } finally {
      await impatient.end();
    }
  });
});

describe('work that PostgreSQL ends as a deadlock victim', () => {
  const deadlock = () => Object.assign(new Error('deadlock detected'), { code: '40P01' });
  const run = async (...errors: Error[]) => {
    let attempts = 0;
    const result = retryDeadlocks(async () => {
      attempts += 1;
      const error = errors.shift();
      if (error !== undefined) throw error;
      return 'done';
    });
    return [await result.catch((error: Error) => error.message), attempts];
  };

  test('is run again, three times in all', async () => {
    expect(await run()).toEqual(['done', 1]);
    expect(await run(deadlock(), deadlock())).toEqual(['done', 3]);
    expect(await run(deadlock(), deadlock(), deadlock())).toEqual(['deadlock detected', 3]);
  });

  test('is not run again for any other reason', async () => {
    const conflict = Object.assign(new Error('conflict'), { code: '23505' });
    expect(await run(conflict)).toEqual(['conflict', 1]);
    expect(await run(new Error('away'))).toEqual(['away', 1]);
  });
});
