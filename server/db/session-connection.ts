/**
 * A PostgreSQL connection of its own, for what needs a session: LISTEN, advisory locks, a heartbeat. Every wait has a
 * deadline, because a partition, an expired NAT entry or a hung proxy closes no socket: without one such a connection
 * would look alive for the kernel's minutes or hours.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { settleWithin } from '../settle-within.ts';
import { createClient } from './pool.ts';

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
const closeTimeoutMs = 1_000;

/**
 * Connects, listens, and receives its own first ping.
 * @throws the connection's error, or that LISTEN does not work, as through a transaction pooler
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
  const { promise: lost, reject: fail } = Promise.withResolvers<never>();
  // The caller races against it; until then a rejection must not count as unhandled.
  lost.catch(() => {});
  client.on('error', fail);
  client.on('end', () => fail(new Error('The session’s connection was closed.')));
  const ping = createPing(client);
  let pings: NodeJS.Timeout | undefined;
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

/** Closes in order if the other side answers, and destroys the socket in any case. */
export async function closeClient(client: pg.Client): Promise<void> {
  await settleWithin(client.end(), closeTimeoutMs);
  client.connection.stream.destroy();
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
    /** @throws when it does not come back in time */
    async send(): Promise<void> {
      expected = randomUUID();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      onReceived = resolve;
      const timer = setTimeout(
        () => reject(new Error('The LISTEN connection does not receive its own notifications.')),
        pingTimeoutMs,
      );
      try {
        await Promise.all([client.query('select pg_notify($1, $2)', [channel, expected]), promise]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
