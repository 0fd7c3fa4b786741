/** Row 14 of the fault campaign: the server restarts under many open live streams, read by the client's own code. */
import { afterEach, expect, test, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { type LiveFeedEvent, liveFeedMachine } from '#machines/live-feed.machine.ts';
import { readEventStream } from '#store/api/sse-client.ts';
import { byCampaignSize, report } from './support/campaign-size.ts';
import { type Cluster, openCluster } from './support/cluster.ts';
import { generateMarket } from './support/generate-market.ts';
import { waitUntil } from './support/market-harness.ts';

const streamCount = byCampaignSize({ quick: 60, full: 1_000 });
const streamsPerUser = 3;
const backWithinMs = 30_000;

let cluster: Cluster | null = null;
const feeds: { stop(): void }[] = [];
afterEach(async () => {
  for (const feed of feeds.splice(0)) feed.stop();
  vi.unstubAllGlobals();
  await cluster?.close();
  cluster = null;
});

test('row 14: after a restart every stream is back within 30 s, spread over time, and no status but 200 and 503 occurs', async () => {
  const statuses = new Map<number, number>();
  const trueFetch = globalThis.fetch;
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    const response = await trueFetch(...args);
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    return response;
  });
  cluster = await openCluster(generateMarket('crowd', 10));
  const all = cluster;
  let api = await all.start('api');
  const userCount = Math.ceil(streamCount / streamsPerUser);
  const tokens: string[] = [];
  for (let index = 0; index < userCount; index += 1) {
    await all.addUser(`u${index}`);
    tokens.push(await all.token(`u${index}`));
  }
  const openedAt: number[] = [];
  /** Times retries were scheduled for: on a busy machine, timers due apart fire together. */
  const attempts: number[] = [];
  const clock = {
    setTimeout(go: () => void, waitMs: number) {
      attempts.push(performance.now() + waitMs);
      return setTimeout(go, waitMs);
    },
    clearTimeout,
  };
  const clients = Array.from({ length: streamCount }, (_, reader) => {
    const token = tokens[reader % userCount] ?? '';
    const stream = fromCallback<LiveFeedEvent>(({ sendBack }) => {
      const closing = new AbortController();
      readEventStream({
        url: `${api.origin}/api/monitoring/stream`,
        session: {
          usableToken: async () => token,
          rejectToken() {},
          rejectRefreshedToken() {},
          beginAccountDeletion: () => () => {},
          onSessionEnded: () => () => {},
        },
        signal: closing.signal,
        lastEventId: null,
        onOpen: () => {
          openedAt.push(performance.now());
          sendBack({ type: 'STREAM.OPENED' });
        },
        onEvent() {},
      }).then((end) => {
        if (!closing.signal.aborted) sendBack({ type: 'STREAM.DISCONNECTED', ...end });
      });
      return () => closing.abort();
    });
    const feed = createActor(liveFeedMachine.provide({ actors: { stream } }), {
      clock,
      input: { jitter: Math.random() },
    });
    feeds.push(feed);
    return feed.start();
  });
  const open = () =>
    clients.filter((feed) => feed.getSnapshot().matches({ streaming: 'open' })).length;
  await waitUntil(async () => open() === streamCount);

  const stopped = api.stop();
  await waitUntil(async () => open() === 0);
  await stopped;
  const stoppedAtMs = performance.now();
  api = await all.start('api');
  const upAtMs = performance.now();
  openedAt.length = 0;
  await waitUntil(async () => open() === streamCount);
  const backMs = performance.now() - upAtMs;
  expect(backMs).toBeLessThan(backWithinMs);
  const unexpected = [...statuses].filter(([status]) => status !== 200 && status !== 503);
  expect(unexpected).toEqual([]);
  const busiest = maxWithin(100, attempts);
  // Jitter spreads retries over half a second or more, so 100 ms contain fewer than 60 % of them.
  expect(busiest).toBeLessThan(streamCount * 0.6);
  report(
    `${streamCount} live streams of the page's own code, server stopped and started`,
    `away for ${Math.round(upAtMs - stoppedAtMs)} ms; all back ${Math.round(backMs)} ms after it was up; at most ` +
      `${busiest} tries within 100 ms; answers: ${[...statuses].map((pair) => pair.join('×')).join(', ')}`,
  );
});

function maxWithin(ms: number, instants: readonly number[]): number {
  const sorted = [...instants].sort((a, b) => a - b);
  let [max, first] = [0, 0];
  for (const [index, instant] of sorted.entries()) {
    while (instant - (sorted[first] ?? instant) > ms) first += 1;
    max = Math.max(max, index - first + 1);
  }
  return max;
}
