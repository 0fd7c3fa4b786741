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

/** A host that answers nothing to SYN is given up after this. */
const connectTimeoutMs = 5_000;

/** On a session's connection nothing takes long: it listens, locks and sends heartbeats. */
const sessionQueryTimeoutMs = 5_000;

/** Longest wait for a free connection of a busy pool; connecting itself has the shorter deadline of the client. */
const acquireTimeoutMs = 30_000;

const connectionOptions = (url: string) => ({
  connectionString: url,
  types,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});

/** A client that gives up connecting by itself: `pg.Pool` has one option for connecting and for waiting in its queue. */
class DeadlineClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super({
      ...(typeof config === 'string' ? { connectionString: config } : config),
      connectionTimeoutMillis: connectTimeoutMs,
    });
  }
}

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
  /** PostgreSQL ends a transaction that is idle for longer; absent = never. */
  readonly idleInTransactionTimeoutMs?: number;
  /**
   * A query without an answer fails after this, on this side, and its connection is closed: a network that drops packets
   * closes no socket. Absent = never. Statements over many rows use `bulkQuery`.
   */
  readonly queryTimeoutMs?: number;
}

/** @param url PostgreSQL connection string */
export function createPool(
  url: string,
  { connections = 20, idleInTransactionTimeoutMs, queryTimeoutMs }: PoolLimits = {},
): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    Client: DeadlineClient,
    connectionTimeoutMillis: acquireTimeoutMs,
    max: connections,
    // A connection that survived a fail-over may stand on the demoted primary: none lives longer than this.
    maxLifetimeSeconds: 600,
    ...(queryTimeoutMs === undefined ? {} : { query_timeout: queryTimeoutMs }),
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

/**
 * A connection outside the pool, not yet connected: LISTEN and session locks need one that stays open.
 * @param applicationName shown in pg_stat_activity
 * @param queryTimeoutMs of each statement; null = none
 */
export function createClient(
  url: string,
  applicationName = 'vigia session',
  queryTimeoutMs: number | null = sessionQueryTimeoutMs,
): pg.Client {
  return new DeadlineClient({
    ...connectionOptions(url),
    application_name: applicationName,
    ...(queryTimeoutMs !== null && { query_timeout: queryTimeoutMs }),
  });
}
