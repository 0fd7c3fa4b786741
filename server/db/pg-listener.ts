/** Keeps one LISTEN connection alive, and says when something may have been missed while it was not. */
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from './pool.ts';

/** `vigia_live`: what was committed, for readers. The others carry nothing: there is something new to look at. */
export type Channel = 'vigia_live' | 'vigia_checks' | 'vigia_outbox';

export interface ListenerOptions {
  readonly databaseUrl: string;
  readonly channel: Channel;
  readonly onPayload: (payload: string) => void;
  /** Called after every connection but the first. */
  readonly onReconnect: () => void;
  readonly onFailure: (error: unknown) => void;
}

const slowestRetryMs = 5_000;

export function startListener(ear: ListenerOptions): { close(): Promise<void> } {
  const stop = new AbortController();
  const run = async () => {
    let first = true;
    let retryMs = 100;
    while (!stop.signal.aborted) {
      try {
        await hearUntilLost(ear, stop.signal, () => {
          if (!first) ear.onReconnect();
          first = false;
          retryMs = 100;
        });
      } catch (error) {
        if (stop.signal.aborted) return;
        ear.onFailure(error);
      }
      await delay(retryMs, undefined, { signal: stop.signal }).catch(() => {});
      retryMs = Math.min(slowestRetryMs, retryMs * 2);
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

async function hearUntilLost(
  ear: ListenerOptions,
  signal: AbortSignal,
  onReady: () => void,
): Promise<void> {
  const client = createClient(ear.databaseUrl);
  const lost = new Promise<void>((resolve, reject) => {
    client.on('error', reject);
    client.on('end', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  // A failure before anyone waits for it is the connect's to report.
  lost.catch(() => {});
  client.on('notification', ({ payload }) => ear.onPayload(payload ?? ''));
  try {
    await client.connect();
    await client.query(`listen ${ear.channel}`);
    onReady();
    await lost;
  } finally {
    await client.end().catch(() => {});
  }
}
