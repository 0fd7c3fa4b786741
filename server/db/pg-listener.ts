/** LISTEN on one PostgreSQL channel: reconnects with backoff, and reports possible gaps. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Backoff, backoffDelay } from '#domain/exponential-backoff.ts';
import type { Metrics } from '../base/metrics.ts';
import { openSession } from './session-connection.ts';

/**
 * The channels listened to with this module: `vigia_live` carries committed events for the SSE hub; the others only say
 * that there is a new check or delivery. A market worker listens to its own (server/market-worker).
 */
export type PgListenerChannel = 'vigia_live' | 'vigia_checks' | 'vigia_deliveries';

export interface ListenerOptions {
  readonly databaseSessionUrl: string;
  readonly channel: PgListenerChannel;
  readonly onPayload: (payload: string) => void;
  /** Called after every connection, the first included: notifications sent before it are lost. */
  readonly onConnect: () => void;
  readonly onFailure: (error: unknown) => void;
  readonly metrics: ListenerMetrics;
}

export type ListenerMetrics = Pick<Metrics, 'listenerConnected' | 'listenerConnectionsLost'>;

const reconnectMs: Backoff = { first: 100, max: 5_000 };

/** Starts listening; returns `close()`. A lost connection is reported to `onFailure` and opened again. */
export function startListener(options: ListenerOptions): { close(): Promise<void> } {
  const stop = new AbortController();
  const { channel } = options;
  const { listenerConnected, listenerConnectionsLost } = options.metrics;
  const run = async () => {
    let attempts = 0;
    while (!stop.signal.aborted) {
      try {
        await listenUntilLost(options, stop.signal, () => {
          listenerConnected.set({ channel }, 1);
          options.onConnect();
          attempts = 0;
        });
      } catch (error) {
        if (stop.signal.aborted) return;
        listenerConnected.set({ channel }, 0);
        listenerConnectionsLost.inc({ channel });
        options.onFailure(error);
      }
      attempts += 1;
      const waitMs = backoffDelay(attempts, reconnectMs);
      await delay(waitMs, undefined, { signal: stop.signal }).catch(() => {});
    }
  };
  const done = run();
  return {
    async close() {
      stop.abort();
      await done;
    },
  };
}

async function listenUntilLost(
  { databaseSessionUrl, channel, onPayload }: ListenerOptions,
  signal: AbortSignal,
  onReady: () => void,
): Promise<void> {
  const session = await openSession(databaseSessionUrl, {
    channels: [channel],
    onNotification: (_channel, payload) => onPayload(payload),
  });
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => stop(), { once: true });
  try {
    if (signal.aborted) return;
    onReady();
    await Promise.race([session.lost, stopped]);
  } finally {
    await session.close();
  }
}
