/** Row 14 of the fault campaign: the server restarts under a crowd of open live streams, read as the pages read them. */
import { afterEach, expect, test, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { type LiveFeedEvent, liveFeedMachine } from '#machines/live-feed.machine.ts';
import { readEventStream } from '#store/api/sse-client.ts';
import { report, sized } from './support/campaign-size.ts';
import { type Cluster, openCluster } from './support/cluster.ts';
import { generateMarket } from './support/generate-market.ts';
import { waitUntil } from './support/market-harness.ts';

const readers = sized({ quick: 60, whole: 1_000 });
const streamsPerUser = 3;
const backWithinMs = 30_000;

let machines: Cluster | null = null;
const feeds: { stop(): void }[] = [];
afterEach(async () => {
  for (const feed of feeds.splice(0)) feed.stop();
  vi.unstubAllGlobals();
  await machines?.close();
  machines = null;
});

test(
  'row 14: after a restart every reader is back within thirty seconds, not all at once, and hears nothing but 503',
  async () => {
    const statuses = new Map<number, number>();
    const trueFetch = globalThis.fetch;
    vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
      const response = await trueFetch(...args);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      return response;
    });
    machines = await openCluster(generateMarket('crowd', 10));
    const all = machines;
    let api = await all.start('api');
    const people = Math.ceil(readers / streamsPerUser);
    const tokens: string[] = [];
    for (let person = 0; person < people; person += 1) {
      await all.addUser(`u${person}`);
      tokens.push(await all.token(`u${person}`));
    }
    const openedAt: number[] = [];
    /** When each meant to try again: on a busy machine timers that are due apart go off together. */
    const tries: number[] = [];
    const clock = {
      setTimeout(go: () => void, waitMs: number) {
        tries.push(performance.now() + waitMs);
        return setTimeout(go, waitMs);
      },
      clearTimeout,
    };
    const crowd = Array.from({ length: readers }, (_, reader) => {
      const token = tokens[reader % people] ?? '';
      const stream = fromCallback<LiveFeedEvent>(({ sendBack }) => {
        const leaving = new AbortController();
        readEventStream({
          url: `${api.origin}/api/monitoring/stream`,
          session: {
            usableToken: async () => token,
            rejectToken() {},
            rejectRenewedToken() {},
            beginEnding: () => () => {},
            onSessionEnded: () => () => {},
          },
          signal: leaving.signal,
          lastEventId: null,
          onOpen: () => {
            openedAt.push(performance.now());
            sendBack({ type: 'OPENED' });
          },
          onEvent() {},
        }).then(({ retryAfterMs }) => {
          if (!leaving.signal.aborted) sendBack({ type: 'LOST', retryAfterMs });
        });
        return () => leaving.abort();
      });
      const feed = createActor(liveFeedMachine.provide({ actors: { stream } }), {
        clock,
        input: { jitter: Math.random() },
      });
      feeds.push(feed);
      return feed.start();
    });
    const open = () =>
      crowd.filter((feed) => feed.getSnapshot().matches({ reading: 'open' })).length;
    await waitUntil(async () => open() === readers);

    const stopped = api.stop();
    await waitUntil(async () => open() === 0);
    await stopped;
    const stoppedAtMs = performance.now();
    api = await all.start('api');
    const upAtMs = performance.now();
    openedAt.length = 0;
    await waitUntil(async () => open() === readers);
    const backMs = performance.now() - upAtMs;
    expect(backMs).toBeLessThan(backWithinMs);
    const refused = [...statuses].filter(([status]) => status !== 200 && status !== 503);
    expect(refused).toEqual([]);
    const busiest = mostWithin(100, tries);
    // Spread over half of a wait of a second or more: a tenth of a second never sees most of them.
    expect(busiest).toBeLessThan(readers * 0.6);
    report(
      `${readers} live streams of the page's own code, server stopped and started`,
      `away for ${Math.round(upAtMs - stoppedAtMs)} ms; all back ${Math.round(backMs)} ms after it was up; at most ` +
        `${busiest} tries within 100 ms; answers: ${[...statuses].map((pair) => pair.join('×')).join(', ')}`,
    );
  },
  sized({ quick: 90_000, whole: 240_000 }),
);

function mostWithin(ms: number, instants: readonly number[]): number {
  const sorted = [...instants].sort((a, b) => a - b);
  let [most, first] = [0, 0];
  for (const [index, at] of sorted.entries()) {
    while (at - (sorted[first] ?? at) > ms) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}
