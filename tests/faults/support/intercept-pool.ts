/** A pool whose statements a test delays or fails. */
import type pg from 'pg';

/** Runs one statement, or not. @param text of the statement */
export type Around = (text: string, run: () => Promise<unknown>) => Promise<unknown>;

type Statement = string | { readonly text: string };

/** @param around called for statements of transactions, and of the pool itself unless `transactionsOnly` */
export function interceptPool(
  pool: pg.Pool,
  around: Around,
  { transactionsOnly = false } = {},
): pg.Pool {
  const intercept = (on: Pick<pg.Pool, 'query'>) => (statement: Statement, values?: unknown[]) =>
    around(typeof statement === 'string' ? statement : statement.text, () =>
      on.query(statement as string, values),
    );
  const connect = async () => {
    const client = await pool.connect();
    return { query: intercept(client), release: (error?: Error) => client.release(error) };
  };
  const query = transactionsOnly ? pool.query.bind(pool) : intercept(pool);
  return Object.assign(Object.create(pool), { connect, query });
}

/** Fails one statement of so many, before it runs or once it has: after a commit, that is the worst case. */
export function failingPool(
  pool: pg.Pool,
  when: 'before' | 'after',
  isDue: (text: string) => boolean,
  options?: { readonly transactionsOnly: boolean },
): pg.Pool {
  return interceptPool(
    pool,
    async (text, run) => {
      const isFailing = isDue(text);
      if (isFailing && when === 'before') throw new Error('planted fault');
      const result = await run();
      if (isFailing) throw new Error('planted fault');
      return result;
    },
    options,
  );
}

/** Holds statements that match from the first on until it is released. */
export function holdingPool(pool: pg.Pool, matches: (text: string) => boolean) {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const held = interceptPool(pool, async (text, run) => {
    if (matches(text)) {
      arrived.resolve();
      await released.promise;
    }
    return run();
  });
  return { pool: held, arrived: arrived.promise, release: released.resolve };
}
