/** The connection pool every query goes through. */
import pg from 'pg';

/**
 * `bigint` columns are our own counters and keys, far below 2^53: numbers, not strings.
 * `timestamptz` arrives as `Date`, which is what `pg` does by itself.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format),
};

/** What a query function needs: the pool itself, or the client of a transaction. */
export type Database = Pick<pg.Pool | pg.PoolClient, 'query'>;

export interface PoolLimits {
  readonly connections?: number;
  /** After so long without a word in the middle of a transaction the database ends it; absent = never. */
  readonly idleInTransactionTimeoutMs?: number;
}

/** @param url PostgreSQL connection string */
export function createPool(
  url: string,
  { connections = 20, idleInTransactionTimeoutMs }: PoolLimits = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    keepAlive: true,
    ...(idleInTransactionTimeoutMs === undefined
      ? {}
      : { idle_in_transaction_session_timeout: idleInTransactionTimeoutMs }),
  });
  // A connection lost while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {});
  // Nor may one lost between two statements of a transaction: the next statement says so.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A connection of its own, outside the pool: LISTEN and session locks need one that stays. */
export function createClient(url: string): pg.Client {
  return new pg.Client({ connectionString: url, types, keepAlive: true });
}
