/** Transactions on a real database whose connection is lost in between. */
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { toAppError } from '../base/errors.ts';
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
    // Cancelled at once, by the same signal: the five seconds are PostgreSQL's to count.
    const cancelled = 'select pg_cancel_backend(pg_backend_pid()), pg_sleep(60)';
    const error = await history.query(cancelled).catch((thrown: unknown) => thrown);
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
});

const failure = (code: string) => Object.assign(new Error(code), { code });
const deadlock = failure('40P01');
test.each([
  ['ends', [], 'done', 1],
  ['is ended twice as a deadlock victim', [deadlock, deadlock], 'done', 3],
  ['is ended a third time', [deadlock, deadlock, deadlock], '40P01', 3],
  ['fails for another reason', [failure('23505')], '23505', 1],
])('work that %s', async (_what, errors, outcome, attempts) => {
  let count = 0;
  const work = retryDeadlocks(async () => {
    const error = errors[count];
    count += 1;
    if (error !== undefined) throw error;
    return 'done';
  });
  expect([await work.catch(({ message }: Error) => message), count]).toEqual([outcome, attempts]);
});
