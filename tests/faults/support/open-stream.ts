/** A live stream of one process, and what came by it. */
import { createParser } from 'eventsource-parser';
import { expect } from 'vitest';
import { alertEvent, pricesEvent, sourceEvent } from '#contract/live-stream.ts';

export interface OpenStream {
  /** The last of each collectible. */
  readonly prices: ReadonlyMap<string, number | null>;
  /** Number of prices so far. */
  received(): number;
  readonly alerts: readonly string[];
  readonly states: readonly string[];
  /** Also true once the other side has ended it. */
  hasEnded(): boolean;
  close(): Promise<void>;
}

/** @param query such as `?matches=m1` */
export async function openStream(origin: string, token: string, query = ''): Promise<OpenStream> {
  const controller = new AbortController();
  const response = await fetch(`${origin}/api/monitoring/stream${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: controller.signal,
  });
  expect(response.status).toBe(200);
  const prices = new Map<string, number | null>();
  let received = 0;
  const alerts: string[] = [];
  const states: string[] = [];
  const parser = createParser({
    onEvent({ event, data }) {
      if (event === 'alert') alerts.push(alertEvent.parse(JSON.parse(data)).thresholdId);
      if (event === 'source') states.push(sourceEvent.parse(JSON.parse(data)).state);
      if (event !== 'prices') return;
      for (const item of pricesEvent.parse(JSON.parse(data)).items) {
        prices.set(item.collectibleId, item.floorCents);
        received += 1;
      }
    },
  });
  let hasEnded = false;
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? [])
      parser.feed(decoder.decode(chunk, { stream: true }));
  };
  const reading = read()
    .catch(() => {})
    .finally(() => {
      hasEnded = true;
    });
  return {
    prices,
    received: () => received,
    alerts,
    states,
    hasEnded: () => hasEnded,
    async close() {
      controller.abort();
      await reading;
    },
  };
}
