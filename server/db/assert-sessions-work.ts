/**
 * Checks at the start that the URL for sessions carries them: through a pooler that gives each transaction another
 * connection everything would look healthy, while no notification arrives and locks stay with the wrong process.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { settleWithin } from '../base/worker-loop/settle-within.ts';
import { createClient } from './client.ts';
import { closeClient } from './close-client.ts';
import {
  NotificationsLostError,
  openSession,
  type SessionConnection,
} from './session-connection.ts';

/** The message is a Spanish sentence for the operator. */
export class SessionsUnsupportedError extends Error {}

export interface DatabaseUrls {
  readonly databaseUrl: string;
  readonly databaseSessionUrl: string;
}

const arrivalTimeoutMs = 4_000;

/** @throws SessionsUnsupportedError, or the connection's error */
export async function assertSessionsWork(urls: DatabaseUrls): Promise<void> {
  const channel = `vigia_start_${randomUUID().replaceAll('-', '')}`;
  const { promise: arrived, resolve: onNotification } = Promise.withResolvers<void>();
  const listener = await openListener(urls.databaseSessionUrl, channel, onNotification);
  try {
    await assertLocksAreOfSession(listener, urls.databaseSessionUrl);
    // Through the other URL: both must lead to the same database.
    await notify(urls.databaseUrl, channel);
    let isArrived = false;
    await settleWithin(
      arrived.then(() => {
        isArrived = true;
      }),
      arrivalTimeoutMs,
    );
    if (isArrived) return;
    throw new SessionsUnsupportedError(
      urls.databaseUrl === urls.databaseSessionUrl ? unsupported : notReached,
    );
  } finally {
    await listener.close();
  }
}

async function openListener(
  url: string,
  channel: string,
  onNotification: () => void,
): Promise<SessionConnection> {
  try {
    return await openSession(url, { channels: [channel], onNotification });
  } catch (error) {
    if (error instanceof NotificationsLostError)
      throw new SessionsUnsupportedError(unsupported, { cause: error });
    throw error;
  }
}

/** A lock that one session holds is taken for another; a pooled connection would take it again. */
async function assertLocksAreOfSession(holder: SessionConnection, url: string): Promise<void> {
  const other = await openSession(url);
  const key = randomInt(2 ** 31);
  const tryLock = async ({ client }: SessionConnection) => {
    const { rows } = await client.query<{ acquired: boolean }>(
      'select pg_try_advisory_lock($1, $2) as acquired',
      [checkLockSpace, key],
    );
    return rows[0]?.acquired === true;
  };
  try {
    if (!(await tryLock(holder)) || (await tryLock(other)))
      throw new SessionsUnsupportedError(unsupported);
  } finally {
    await other.close();
  }
}

async function notify(url: string, channel: string): Promise<void> {
  const client = createClient(url);
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(`select pg_notify($1, '')`, [channel]);
  } finally {
    await closeClient(client);
  }
}

/** First key of the advisory lock that is taken for the check; the second is random. */
const checkLockSpace = 715_045;

const unsupported =
  'DATABASE_SESSION_URL (sin ella, DATABASE_URL) pasa por un intermediario que no conserva la sesión: LISTEN y los bloqueos no funcionan ahí. Pon en DATABASE_SESSION_URL el propio PostgreSQL, o un pgbouncer con pool_mode=session.';
const notReached =
  'DATABASE_URL y DATABASE_SESSION_URL no llevan a la misma base de datos, o DATABASE_SESSION_URL pasa por un intermediario que no conserva la sesión.';
