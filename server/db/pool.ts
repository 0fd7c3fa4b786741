/** Factory of the PostgreSQL connection pool, and queries with deadlines of their own. */
import pg from 'pg';
import { connectionOptions, PrimaryClient } from './client.ts';
import { readOnlyCode } from './primary-locator.ts';

/**
 * Deadline of a query, and of the wait for a free connection of a busy pool; connecting itself has the client's shorter
 * one. Nothing a request or worker asks takes as long on a database that answers: what may has a deadline of its own.
 */
export const queryTimeoutMs = 10_000;

/** What a query function takes: the pool, or the client of a transaction. */
export type Database = Pick<pg.Pool | pg.PoolClient, 'query'>;

/** Deadline of a statement over many rows, such as loading a shard: it may take minutes on a large market. */
const bulkTimeoutMs = 300_000;

/** Deadline of a statement over all rows of one account: 3.6 s for 50 000 alerts and 10 000 mails on an idle machine. */
const accountTimeoutMs = 60_000;

/** @returns a query for `db.query` with a deadline of its own instead of the connection's */
export const timedQuery = (text: string, values: unknown[], timeoutMs: number) => ({
  text,
  values,
  query_timeout: timeoutMs,
});

/** @returns a query with the deadline of a bulk statement */
export const bulkQuery = (text: string, values: unknown[] = []) =>
  timedQuery(text, values, bulkTimeoutMs);

/** @returns a query with the deadline of a statement over a whole account */
export const accountQuery = (text: string, values: unknown[]) =>
  timedQuery(text, values, accountTimeoutMs);

export interface PoolLimits {
  readonly connections?: number;
  /**
   * A query without an answer fails after this, on this side, and its connection is closed: a network that drops packets
   * closes no socket. Absent = never. Statements over many rows use `bulkQuery` or `accountQuery`.
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
  { connections = 20, queryTimeoutMs: query_timeout }: PoolLimits = {},
): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    Client: PrimaryClient,
    connectionTimeoutMillis: queryTimeoutMs,
    max: connections,
    // A connection that survived a fail-over may stand on the demoted primary: none lives longer than this.
    maxLifetimeSeconds: 600,
    ...(query_timeout === undefined ? {} : { query_timeout }),
  });
  // A connection lost while idle is replaced at the next query; an `error` without a listener would end the process.
  pool.on('error', () => {});
  const open = new Set<pg.PoolClient>();
  const idle = new Set<pg.PoolClient>();
  const closeIdle = (error: Error) => {
    for (const one of [...idle]) {
      // The pool forgets it at once; of a closed socket it would hear only after the next caller was given it.
      one.emit('error', error);
      one.connection.stream.destroy();
    }
  };
  pool.on('acquire', (client) => void idle.delete(client));
  pool.on('release', (error: unknown, client) => {
    // What silenced one connection has mostly silenced all: each would cost another caller the whole deadline.
    if (isQueryTimeout(error)) closeIdle(error);
    else idle.add(client);
  });
  pool.on('connect', (client) => {
    open.add(client);
    client.once('end', () => {
      open.delete(client);
      idle.delete(client);
    });
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
  createPool(url, { connections: 5, queryTimeoutMs });

/** `pg` reports a passed `query_timeout` by this message alone. */
export const isQueryTimeout = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout';
