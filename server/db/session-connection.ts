/**
 * A PostgreSQL connection of its own, for what needs a session: LISTEN, advisory locks, a heartbeat. Every wait has a
 * deadline, because a partition, an expired NAT entry or a hung proxy closes no socket: without one such a connection
 * would look alive for the kernel's minutes or hours.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { createClient } from './client.ts';
import { closeClient } from './close-client.ts';
import { ReadOnlyServerError } from './primary-locator.ts';

export interface SessionConnection {
  readonly client: pg.Client;
  /** Rejects once the connection is closed, fails, or (with channels) does not receive its own ping in time. */
  readonly lost: Promise<never>;
  /** Takes at most a second, whatever the other side does. */
  close(): Promise<void>;
}

export interface SessionOptions {
  /** Shown in pg_stat_activity; by default after the channels. */
  readonly name?: string;
  /** Of each statement; null = none, for statements that may take long. */
  readonly queryTimeoutMs?: number | null;
  /** Channels to LISTEN to; with at least one, the connection pings itself. */
  readonly channels?: readonly string[];
  readonly onNotification?: (channel: string, payload: string) => void;
}

/** A notification to itself at this interval, received within the timeout: lost within 9 s in all. */
const pingEveryMs = 5_000;
const pingTimeoutMs = 4_000;

/** LISTEN does not work here, as through a pooler that gives each transaction another connection. */
export class NotificationsLostError extends Error {
  constructor() {
    super('The LISTEN connection does not receive its own notifications.');
  }
}

/** Matched by `toAppError`. */
const noAnswer = 'The LISTEN connection does not answer: timeout expired.';

/**
 * Connects, listens, and receives its own first ping.
 * @throws NotificationsLostError, or the connection's error
 */
export async function openSession(
  databaseUrl: string,
  {
    channels = [],
    onNotification,
    // PostgreSQL cuts a name after 63 bytes.
    name = channels.length === 0 ? 'vigia session' : `vigia listen ${channels.join(' ')}`,
    queryTimeoutMs,
  }: SessionOptions = {},
): Promise<SessionConnection> {
  const client = createClient(databaseUrl, name, queryTimeoutMs);
  const { promise: lost, reject } = Promise.withResolvers<never>();
  // The caller races against it; until then a rejection must not count as unhandled.
  lost.catch(() => {});
  let pings: NodeJS.Timeout | undefined;
  const fail = (error: unknown) => {
    // A further ping would only queue behind the one without an answer.
    clearInterval(pings);
    reject(error);
  };
  client.on('error', fail);
  client.on('end', () => fail(new Error('The session’s connection was closed.')));
  const ping = createPing(client);
  const close = async () => {
    clearInterval(pings);
    await closeClient(client);
  };
  try {
    await client.connect();
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === ping.channel) ping.onPayload(payload);
      else onNotification?.(channel, payload);
    });
    if (channels.length > 0) {
      // SQL unchecked: the channel is any name; LISTEN has neither parameters nor rows.
      for (const channel of [...channels, ping.channel]) await client.query(`listen ${channel}`);
      await ping.send();
      pings = setInterval(() => ping.send().catch(fail), pingEveryMs);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { client, lost, close };
}

/** A round trip through NOTIFY on a channel that only this connection listens to. */
function createPing(client: pg.Client) {
  const channel = `vigia_ping_${randomUUID().replaceAll('-', '')}`;
  let expected = '';
  let onReceived: () => void = () => {};
  return {
    channel,
    onPayload(payload: string) {
      if (payload === expected) onReceived();
    },
    /** @throws NotificationsLostError, or the connection's error; when the server has become read-only too */
    async send(): Promise<void> {
      expected = randomUUID();
      const { promise: received, resolve, reject } = Promise.withResolvers<void>();
      onReceived = resolve;
      let isAnswered = false;
      const timer = setTimeout(
        () => reject(isAnswered ? new NotificationsLostError() : new Error(noAnswer)),
        pingTimeoutMs,
      );
      const query = client.query<{ read_only: string }>(
        // It waits for no disk: a notification holds a lock of the whole cluster until its commit is durable.
        `select pg_notify($1, $2), current_setting('transaction_read_only') as read_only,
                set_config('synchronous_commit', 'off', true)`,
        [channel, expected],
      );
      const answered = query.then(({ rows }) => {
        isAnswered = true;
        // What other processes send goes to the new primary.
        if (rows[0]?.read_only === 'on') throw new ReadOnlyServerError('The server is read-only.');
      });
      try {
        await Promise.all([answered, received]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
