/** Factories of the PostgreSQL connection pool and of single connections, with the type parsers. */
import pg from 'pg';

/**
 * `bigint` columns hold our own counters and keys, far below 2^53: parsed as numbers, not strings.
 * `timestamptz` is parsed as `Date`, the default of `pg`.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format),
};

/** What a query function takes: the pool, or the client of a transaction. */
export type Database = Pick<pg.Pool | pg.PoolClient, 'query'>;

export interface PoolLimits {
  readonly connections?: number;
  /** PostgreSQL ends a transaction that is idle for longer; absent = never. */
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
  // A connection lost while idle is replaced at the next query; an `error` without a listener would end the process.
  pool.on('error', () => {});
  // The same between two statements of a transaction: the next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A connection outside the pool, not yet connected: LISTEN and session locks need one that stays open. */
export function createClient(url: string): pg.Client {
  return new pg.Client({ connectionString: url, types, keepAlive: true });
}
