/** Faults of the live stream over real connections: slow clients, revoked sessions, a stale source. */
import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pricesEvent } from '#contract/live-stream.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { startTestApi, type TestApi } from '../boundaries/api.harness.ts';

const observedAt = '2026-11-20T12:00:00.000Z';
const heartbeatMs = 15_000;
let api: TestApi;
let port: number;
let responses: ServerResponse[];
let incomings: IncomingMessage[];

beforeEach(async () => {
  // Only heartbeats and revocation checks run on fake timers.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  api = await startTestApi();
  responses = [];
  incomings = [];
  api.app.server.on('request', (_, response: ServerResponse) => responses.push(response));
  port = Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(async () => {
  for (const incoming of incomings) incoming.destroy();
  await api.close();
  // What it did at intervals has ended with it.
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

interface StreamClient {
  /** Paused, it reads nothing more from the network. */
  readonly incoming: IncomingMessage;
  /** Events other than prices. */
  readonly events: EventSourceMessage[];
  readonly closed: Promise<unknown>;
  bytes(): number;
  /** Last price per collectible. */
  readonly prices: Map<string, number | null>;
}

async function open(uid: string, claims: object = {}): Promise<StreamClient> {
  const outgoing = request({
    port,
    host: '127.0.0.1',
    path: '/api/monitoring/stream',
    headers: { authorization: `Bearer ${await api.token({ uid, ...claims })}` },
    agent: false,
  });
  outgoing.end();
  const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
  if (incoming === undefined) throw new Error('no response');
  incomings.push(incoming);
  expect(incoming.statusCode).toBe(200);
  const events: EventSourceMessage[] = [];
  const prices = new Map<string, number | null>();
  const parser = createParser({
    onEvent(event) {
      if (event.event !== 'prices') return events.push(event);
      for (const { collectibleId, floorCents } of pricesEvent.parse(JSON.parse(event.data)).items)
        prices.set(collectibleId, floorCents);
    },
  });
  let bytes = 0;
  incoming.setEncoding('utf8');
  incoming.on('error', () => {});
  incoming.on('data', (chunk: string) => {
    bytes += chunk.length;
    parser.feed(chunk);
  });
  await once(incoming, 'data');
  return {
    incoming,
    events,
    closed: new Promise((resolve) => incoming.on('close', resolve)),
    bytes: () => bytes,
    prices,
  };
}

/** Advances heartbeats and revocation checks, with network activity in between. */
async function advanceTime(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += heartbeatMs) {
    vi.advanceTimersByTime(heartbeatMs);
    await nextTick();
    await nextTick();
  }
}

/** Changes every price in the market. */
function changeEveryPrice(round: number): void {
  const prices = Array.from({ length: 1_000 }, (_, index) => [
    `collectible-with-a-rather-long-name-${index}`,
    `m${index % 40}`,
    round * 1_000 + index,
    observedAt,
  ]);
  api.hub.onNotification(JSON.stringify({ prices }));
  api.hub.flush();
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

const someCollectible = 'collectible-with-a-rather-long-name-7';
const maxRounds = 2_000;

/** Changes prices until the network buffers are full. @returns the last round. @throws if they never fill */
async function fillNetwork(response: ServerResponse): Promise<number> {
  let unmoved = 0;
  for (let round = 1; round <= maxRounds; round += 1) {
    const before = response.socket?.bytesWritten ?? 0;
    changeEveryPrice(round);
    await nextTick();
    unmoved =
      response.writableLength > 0 && response.socket?.bytesWritten === before ? unmoved + 1 : 0;
    if (unmoved === 20) return round;
  }
  throw new Error('the network buffers never filled');
}

it('a client that reads nothing buffers at most 64 KB, delays no other client, and is disconnected', async () => {
  const slow = await open('lenta');
  const fast = await open('veloz');
  slow.incoming.pause();
  const [response] = responses;
  if (response === undefined) throw new Error('no response');
  const rounds = await fillNetwork(response);
  expect(response.writableLength).toBeLessThan(66_000);
  await waitFor(() => expect(fast.prices.get(someCollectible)).toBe(rounds * 1_000 + 7));

  await waitFor(async () => {
    await advanceTime(heartbeatMs);
    expect(api.hub.uids).toEqual(['veloz']);
  });
  const metrics = await api.app.inject({
    url: '/metrics',
    headers: { authorization: 'Bearer metrics-secret' },
  });
  expect(metrics.body).toContain('vigia_sse_connections_dropped_total 1');
  expect(fast.incoming.destroyed).toBe(false);
});

it('an idle stream gets one heartbeat in fifteen seconds, spread over the streams', async () => {
  for (const uid of ['ana', 'bruno', 'carla']) await open(uid);
  const written = () => responses.map(({ socket }) => socket?.bytesWritten ?? 0);
  const grown: number[][] = [];
  for (let second = 0; second < 15; second += 1) {
    const before = written();
    vi.advanceTimersByTime(1_000);
    await nextTick();
    grown.push(written().map((bytes, index) => bytes - (before[index] ?? 0)));
  }
  const ofEach = responses.map((_, index) => grown.map((bytes) => bytes[index] ?? 0));
  const once = [...Array(14).fill(0), ':\n\n'.length];
  for (const bytes of ofEach) expect(bytes.toSorted()).toEqual(once);
  expect(grown.filter((bytes) => bytes.some((grew) => grew > 0))).toHaveLength(3);
});

it('a session that ends by revocation closes its stream within a minute, and no other', async () => {
  const anaStream = await open('ana');
  const newerSince = Math.floor(Date.now() / 1_000);
  const newer = await open('ana', { auth_time: newerSince });
  const brunoStream = await open('bruno');
  // Sessions have a resolution of one second: the old one began before it, the newer one in it.
  await api.pool.query(`update users set revoked_after = to_timestamp($1) where uid = 'ana'`, [
    newerSince,
  ]);
  await advanceTime(60_000);
  await anaStream.closed;
  changeEveryPrice(1);
  await waitFor(() => expect(brunoStream.prices.size).toBe(1_000));
  await waitFor(() => expect(newer.prices.size).toBe(1_000));
  expect(anaStream.prices.size).toBe(0);
});
