/** Factory of the PostgreSQL connection pool, and queries with deadlines of their own. */
import pg from 'pg';
import { connectionOptions, PrimaryClient } from './client.ts';
import { readOnlyCode } from './primary-locator.ts';

/** Longest wait for a free connection of a busy pool; connecting itself has the shorter deadline of the client. */
const acquireTimeoutMs = 30_000;

/** What a query function takes: the pool, or the client of a transaction. */
export type Database = Pick<pg.Pool | pg.PoolClient, 'query'>;

/** Deadline of a statement over many rows, such as loading a shard: it may take minutes on a large market. */
const bulkTimeoutMs = 300_000;

/** @returns a query for `db.query` with a deadline of its own instead of the connection's */
export const timedQuery = (text: string, values: unknown[], timeoutMs: number) => ({
  text,
  values,
  query_timeout: timeoutMs,
});

/** @returns a query with the deadline of a bulk statement */
export const bulkQuery = (text: string, values: unknown[] = []) =>
  timedQuery(text, values, bulkTimeoutMs);

export interface PoolLimits {
  readonly connections?: number;
  /**
   * A query without an answer fails after this, on this side, and its connection is closed: a network that drops packets
   * closes no socket. Absent = never. Statements over many rows use `bulkQuery`.
   */
  readonly queryTimeoutMs?: number;
}

/**
 * A write that the server rejects as read-only closes all connections: they stand on the same demoted primary, where
 * reads would go on and be stale.
 * @param url PostgreSQL connection string @throws InvalidDatabaseUrlError
 */
export function createPool(
  url: string,
  { connections = 20, queryTimeoutMs }: PoolLimits = {},
): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    Client: PrimaryClient,
    connectionTimeoutMillis: acquireTimeoutMs,
    max: connections,
    // A connection that survived a fail-over may stand on the demoted primary: none lives longer than this.
    maxLifetimeSeconds: 600,
    ...(queryTimeoutMs === undefined ? {} : { query_timeout: queryTimeoutMs }),
  });
  // A connection lost while idle is replaced at the next query; an `error` without a listener would end the process.
  pool.on('error', () => {});
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    open.add(client);
    client.once('end', () => open.delete(client));
    // Lost between two statements of a transaction: the next statement fails.
    client.on('error', () => {});
    client.connection.on('errorMessage', ({ code }: pg.DatabaseError) => {
      if (code === readOnlyCode) for (const one of open) one.connection.stream.destroy();
    });
  });
  return pool;
}

/** For the API's reads of the market: a few connections of their own, so that they leave the others alone. */
export const createReadPool = (url: string): pg.Pool =>
  createPool(url, { connections: 5, queryTimeoutMs: 10_000 });
