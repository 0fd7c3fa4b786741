/** Connections to PostgreSQL, of the pool and outside it: deadlines, keep-alive, type parsers, and the host that accepts writes. */
import pg from 'pg';
import { closeClient } from './close-client.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { assertWritable, locatorOf, type PrimaryLocator } from './primary-locator.ts';

/** The type `bigint[]`, which `pg` does not name. */
const int8Array: number = 1016;
const numberOrNull = (text: string | null) => (text === null ? null : Number(text));

/**
 * `bigint` columns hold our own counters and keys, far below 2^53: parsed as numbers, not strings, in arrays too.
 * `timestamptz` is parsed as `Date`, the default of `pg`.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    const parse = pg.types.getTypeParser(oid, format);
    if (format === 'binary') return parse;
    if (oid === pg.types.builtins.INT8) return Number;
    return oid === int8Array ? (text: string) => parse(text).map(numberOrNull) : parse;
  },
};

/** A host that answers nothing to SYN is given up after this. */
const connectTimeoutMs = 5_000;
/** On a session's connection nothing takes long: it listens, locks and sends heartbeats. */
const sessionQueryTimeoutMs = 5_000;

/** Options of a client of the pool or of a session. */
export interface ConnectionOptions extends pg.ClientConfig {
  /** null = the one host of the URL, whether or not it accepts writes. */
  readonly locator: PrimaryLocator | null;
}

/** @throws InvalidDatabaseUrlError */
export function connectionOptions(url: string): ConnectionOptions {
  const hosts = parseDatabaseUrl(url);
  return {
    connectionString: hosts.urls[0],
    locator: hosts.readWrite ? locatorOf(url, hosts) : null,
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: connectTimeoutMs,
  };
}

/** Connects to the host that accepts writes, where the URL asks for it. */
export class PrimaryClient extends pg.Client {
  readonly #locator: PrimaryLocator | null;

  constructor(options?: ConnectionOptions) {
    // `pg.Pool` has one option for connecting and for waiting in its queue: here it is the deadline of connecting.
    super({ ...options, connectionTimeoutMillis: connectTimeoutMs });
    this.#locator = options?.locator ?? null;
    // Of a connection that PostgreSQL ends between opening it and handing it out nobody listens yet; its queries fail anyway.
    this.on('error', () => {});
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | undefined {
    const connected =
      this.#locator === null ? super.connect() : this.#connectToPrimary(this.#locator);
    if (callback === undefined) return connected;
    connected.then(() => callback(null), callback);
    return undefined;
  }

  async #connectToPrimary(locator: PrimaryLocator): Promise<pg.Client> {
    const primary = await locator.locate();
    this.host = primary.host;
    this.port = primary.port;
    try {
      await super.connect();
      await assertWritable(this);
      return this;
    } catch (error) {
      locator.invalidate(primary);
      await closeClient(this);
      throw error;
    }
  }
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
  return new PrimaryClient({
    ...connectionOptions(url),
    application_name: applicationName,
    ...(queryTimeoutMs !== null && { query_timeout: queryTimeoutMs }),
  });
}
