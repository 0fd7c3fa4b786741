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

/** @param url PostgreSQL connection string */
export function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 20, types, keepAlive: true });
  // A connection lost while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {});
  return pool;
}

/** A connection of its own, outside the pool: LISTEN and session locks need one that stays. */
export function createClient(url: string): pg.Client {
  return new pg.Client({ connectionString: url, types, keepAlive: true });
}
