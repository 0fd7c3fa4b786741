/**
 * Finds which of several hosts accepts writes, as libpq does for `target_session_attrs=read-write`. All are probed at
 * once and judged in the order written, so that hosts that answer nothing cost a second together.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { closeClient } from './close-client.ts';
import type { DatabaseHosts } from './database-url.ts';

export interface DatabaseHost {
  readonly host: string;
  readonly port: number;
}

export interface PrimaryLocator {
  /** The host found before, until it is invalidated. @throws NoPrimaryError */
  locate(): Promise<DatabaseHost>;
  /** The host was unreachable or read-only: the next `locate` probes again. */
  invalidate(host: DatabaseHost): void;
}

/** No host accepts writes; `errors` has the reason of each. */
class NoPrimaryError extends AggregateError {}

/** PostgreSQL's code for a write that a standby, or a primary that was demoted, rejects. */
export const readOnlyCode = '25006';

export class ReadOnlyServerError extends Error {
  readonly code = readOnlyCode;
}

/** @throws ReadOnlyServerError when the server is in recovery, or read-only by default */
export async function assertWritable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>(readOnlyQuery);
  if (rows[0]?.transaction_read_only !== 'off')
    throw new ReadOnlyServerError('The server is read-only.');
}

const probeTimeoutMs = 5_000;
const readOnlyQuery = { text: 'show transaction_read_only', query_timeout: probeTimeoutMs };
/** Once a host accepts writes, earlier ones in the URL that do not answer are waited for no longer than this. */
const headStartMs = 1_000;
/** While no host accepts writes, as during a promotion, connections fail at once instead of probing again. */
const failureCacheMs = 500;

/** Shared by the pools and sessions of one process, by URL: what one of them learns holds for all. */
const locators = new Map<string, PrimaryLocator>();

export function locatorOf(url: string, hosts: DatabaseHosts): PrimaryLocator {
  const locator = locators.get(url) ?? createPrimaryLocator(hosts);
  locators.set(url, locator);
  return locator;
}

function createPrimaryLocator({ urls }: DatabaseHosts): PrimaryLocator {
  let located: DatabaseHost | null = null;
  let probing: Promise<DatabaseHost> | null = null;
  const probeOnce = async () => {
    try {
      located = await findPrimary(urls);
      probing = null;
      return located;
    } catch (error) {
      setTimeout(() => {
        probing = null;
      }, failureCacheMs).unref();
      throw error;
    }
  };
  return {
    async locate() {
      if (located !== null) return located;
      probing ??= probeOnce();
      return probing;
    },
    invalidate(host) {
      // A late failure of the previous primary says nothing about the current one.
      if (located === host) located = null;
    },
  };
}

async function findPrimary(urls: readonly string[]): Promise<DatabaseHost> {
  const errors: unknown[] = [];
  const probes = urls.map(probe);
  const headStartEnded = Promise.any(probes).then(
    (host) => delay(headStartMs, host),
    // Then every probe has its own error.
    () => new Promise<never>(() => {}),
  );
  for (const pending of probes) {
    const outcome = pending.catch((error: unknown) => ({ error }));
    const result = await Promise.race([outcome, headStartEnded]);
    if (!('error' in result)) return result;
    errors.push(result.error);
  }
  throw new NoPrimaryError(errors, 'No host of the database accepts writes.');
}

async function probe(connectionString: string): Promise<DatabaseHost> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: probeTimeoutMs });
  client.on('error', () => {});
  try {
    await client.connect();
    await assertWritable(client);
    return { host: client.host, port: client.port };
  } finally {
    await closeClient(client);
  }
}
