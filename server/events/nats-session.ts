/**
 * One connection to NATS with its stream of readings. It is opened again for ever; a server that answers no ping for six
 * seconds counts as lost, and what is published meanwhile is dropped, not queued.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Metrics } from '../base/metrics.ts';
import { settleWithin } from '../base/worker-loop/settle-within.ts';
import { EventBusUnavailableError } from './event-bus.ts';
import type { NatsServers } from './nats-url.ts';

export interface NatsOptions extends NatsServers {
  /** First part of subjects and of the stream's name: several installations may share a server. */
  readonly prefix: string;
  readonly metrics: NatsMetrics;
  /** A connection failed or was lost; the next one is being made. */
  readonly onFailure: (error: unknown) => void;
}

export type NatsMetrics = Pick<
  Metrics,
  'eventBusConnected' | 'eventBusConnectionsLost' | 'readingsLost'
>;

export interface OpenSession {
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamManager;
}

/** Of one request: less than the database lets a transaction idle. */
export const requestTimeoutMs = 2_000;
const pingEveryMs = 2_000;
const maxUnansweredPings = 2;
const connectTimeoutMs = 3_000;
const retryMs = 500;
const maxRetryMs = 5_000;
const closeTimeoutMs = 1_000;

export class NatsSession {
  readonly #options: NatsOptions;
  readonly #stop = new AbortController();
  readonly #listeners = new Set<(session: OpenSession) => void>();
  #open: OpenSession | null = null;
  readonly #running: Promise<void>;

  constructor(options: NatsOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  get prefix(): string {
    return this.#options.prefix;
  }

  get stream(): string {
    return `${this.#options.prefix}_readings`;
  }

  get metrics(): NatsMetrics {
    return this.#options.metrics;
  }

  /** null while it is away. */
  get open(): OpenSession | null {
    return this.#open;
  }

  /** @throws EventBusUnavailableError */
  get openOrThrow(): OpenSession {
    if (this.#open === null) throw new EventBusUnavailableError('NATS is not connected.');
    return this.#open;
  }

  /** Calls back after every connection, the present one included. @returns a function that ends that */
  onOpen(listener: (session: OpenSession) => void): () => void {
    this.#listeners.add(listener);
    if (this.#open !== null) listener(this.#open);
    return () => this.#listeners.delete(listener);
  }

  /** Ends this connection; the next one is made at once. */
  reopen(): void {
    void this.#open?.connection.close();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    const connection = this.#open?.connection;
    if (connection) await settleWithin(connection.flush(), closeTimeoutMs);
    await settleWithin(this.#running, connectTimeoutMs + closeTimeoutMs);
  }

  async #run(): Promise<void> {
    const { metrics, onFailure } = this.#options;
    const { signal } = this.#stop;
    let waitMs = retryMs;
    while (!signal.aborted) {
      let connection: NatsConnection | null = null;
      try {
        connection = await this.#connect();
        const session = { connection, jetstream: await this.#openStream(connection) };
        signal.throwIfAborted();
        waitMs = retryMs;
        metrics.eventBusConnected.set(1);
        this.#open = session;
        for (const listener of this.#listeners) listener(session);
        await this.#untilLost(connection);
      } catch (error) {
        if (!signal.aborted) {
          metrics.eventBusConnectionsLost.inc();
          onFailure(error);
        }
      }
      this.#open = null;
      metrics.eventBusConnected.set(0);
      if (connection) await settleWithin(connection.close(), closeTimeoutMs);
      await delay(waitMs, undefined, { signal }).catch(() => {});
      waitMs = Math.min(maxRetryMs, waitMs * 2);
    }
  }

  #connect(): Promise<NatsConnection> {
    const { servers, user, password, isTls } = this.#options;
    return connect({
      servers: [...servers],
      ...(user !== undefined && { user, pass: password ?? '' }),
      ...(isTls && { tls: {} }),
      name: 'vigia',
      timeout: connectTimeoutMs,
      pingInterval: pingEveryMs,
      maxPingOut: maxUnansweredPings,
      // A connection of our own each time: what the client would resend is stale by then.
      reconnect: false,
    });
  }

  /** Made once; an operator may have changed it since, its replicas for one. */
  async #openStream(connection: NatsConnection): Promise<JetStreamManager> {
    const jetstream = await jetstreamManager(connection, {
      timeout: requestTimeoutMs,
      checkAPI: false,
    });
    const config = {
      name: this.stream,
      subjects: [`${this.prefix}.readings.>`],
      allow_direct: true,
    };
    try {
      await jetstream.streams.info(this.stream);
    } catch {
      await jetstream.streams.add(config);
    }
    return jetstream;
  }

  /** @throws why the connection was lost; returns once it is to be closed */
  async #untilLost(connection: NatsConnection): Promise<void> {
    const stopped = Promise.withResolvers<void>();
    const onAbort = () => stopped.resolve();
    this.#stop.signal.addEventListener('abort', onAbort, { once: true });
    const lost = connection.closed().then((error) => {
      throw error ?? new Error('NATS closed the connection.');
    });
    try {
      await Promise.race([lost, stopped.promise]);
    } finally {
      this.#stop.signal.removeEventListener('abort', onAbort);
      lost.catch(() => {});
    }
  }
}

/** A part of a subject: ids of other forms are encoded. */
export const subjectToken = (id: string): string =>
  /^[\w-]+$/.test(id) ? id : `~${Buffer.from(id).toString('base64url')}`;
