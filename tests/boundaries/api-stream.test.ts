/** The live stream (SSE) over real connections: prices, limits and ends. */
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pricesEvent, type StreamMatches } from '#contract/live-stream.ts';
import type { Claims } from '#tests/support/id-token.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { openTestApi } from './api.harness.ts';

const api = await openTestApi();
let address: string;
const opened: AbortController[] = [];
beforeAll(async () => {
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  for (const controller of opened.splice(0)) controller.abort();
  await waitFor(() => expect(api.hub.uids).toEqual([]));
});

interface StreamClient {
  readonly status: number;
  readonly headers: Headers;
  readonly events: EventSourceMessage[];
  readonly ended: Promise<void>;
  prices(): Record<string, number | null>;
}

async function open({ as = {} as Claims, query = '' } = {}): Promise<StreamClient> {
  const controller = new AbortController();
  opened.push(controller);
  const response = await fetch(`${address}/api/monitoring/stream${query}`, {
    headers: { authorization: `Bearer ${await api.token(as)}` },
    signal: controller.signal,
  });
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? [])
      parser.feed(decoder.decode(chunk, { stream: true }));
  };
  return {
    status: response.status,
    headers: response.headers,
    events,
    ended: response.ok ? read().catch(() => {}) : Promise.resolve(),
    prices: () =>
      Object.fromEntries(
        events
          .filter(({ event }) => event === 'prices')
          .flatMap(({ data }) => pricesEvent.parse(JSON.parse(data)).items)
          .map(({ collectibleId, floorCents }) => [collectibleId, floorCents]),
      ),
  };
}

const at = '2026-11-20T12:00:00.000Z';
const notify = (payload: object) =>
  api.pool.query(`select pg_notify('vigia_live', $1)`, [JSON.stringify(payload)]);
const price = (id: string, match: string, cents: number | null) => [id, match, cents, at];

/** The address of another API's stream, and the header of a user. */
const streamOf = async (other: typeof api) => ({
  url: `${await other.app.listen({ port: 0, host: '127.0.0.1' })}/api/monitoring/stream`,
  as: async (uid: string) => ({
    headers: { authorization: `Bearer ${await other.token({ uid })}` },
  }),
});

describe('the limit of streams per process', async () => {
  const small = await openTestApi({ maxStreams: 2 });
  it('rejects further clients with 503 and Retry-After until one leaves', async () => {
    const { url, as } = await streamOf(small);
    const connect = async (uid: string) => fetch(url, await as(uid));
    const connected = [await connect('una'), await connect('dos')];
    expect(connected.map(({ status }) => status)).toEqual([200, 200]);
    const rejected = await connect('tres');
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '30']);
    for (const { body } of connected) await body?.cancel();
    await waitFor(async () => {
      const next = await connect('tres');
      await next.body?.cancel();
      expect(next.status).toBe(200);
    });
  });
});

describe('the live stream', () => {
  it('answers no HEAD, which would wait for its end', async () => {
    const headers = { authorization: `Bearer ${await api.token()}` };
    const url = `${address}/api/monitoring/stream`;
    expect((await fetch(url, { method: 'HEAD', headers })).status).toBe(404);
  });

  it('sends prices to everyone, only the latest of each burst, filtered by match', async () => {
    const all = await open();
    const narrow = await open({ query: '?matches=m2,m9' });
    expect(all.headers.get('content-type')).toContain('text/event-stream');
    // Not chunked: the end of the connection ends the stream.
    expect(all.headers.get('transfer-encoding')).toBeNull();
    expect(all.headers.get('connection')).toBe('close');
    await notify({
      prices: [price('c1', 'm1', 100), price('c3', 'm2', 300), price('c1', 'm1', 200)],
    });
    await waitFor(() => expect(all.prices()).toEqual({ c1: 200, c3: 300 }));
    await waitFor(() => expect(narrow.prices()).toEqual({ c3: 300 }));
    const superseded = all.events.flatMap(({ data }) => data.match(/"floorCents":100\b/g) ?? []);
    expect(superseded).toHaveLength(0);
  });

  it('allows three streams per user', async () => {
    const as = { uid: 'carla' };
    for (let n = 0; n < 3; n += 1) expect((await open({ as })).status).toBe(200);
    const fourth = await open({ as });
    expect(fourth.status).toBe(429);
    expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await open({ as: { uid: 'dario' } })).status).toBe(200);
  });

  it('ends when the token expires', async () => {
    // Long enough to open it on a busy machine.
    const exp = Math.floor(Date.now() / 1_000) + 8;
    const stream = await open({ as: { exp } });
    expect(stream.status).toBe(200);
    await stream.ended;
    expect(Date.now()).toBeGreaterThanOrEqual(exp * 1_000 - 50);
  });

  it('rejects a malformed list of matches', async () => {
    expect((await open({ query: '?matches=,' })).status).toBe(400);
  });

  it('ends the stream that another of its name replaces, and does not count it', async () => {
    const as = { uid: 'elena' };
    const streams = [];
    for (const id of ['a', 'b', 'c', 'a', 'a'])
      streams.push(await open({ as, query: `?id=${id}` }));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await Promise.all([streams[0]?.ended, streams[3]?.ended]);
    expect(api.hub.streamCount('elena')).toBe(3);
    // A name is its user's own.
    expect((await open({ as: { uid: 'fidel' }, query: '?id=a' })).status).toBe(200);
    expect(api.hub.streamCount('elena')).toBe(3);
  });
});

describe('the matches of an open stream', () => {
  const change = async (id: string, as: Claims, payload: StreamMatches) => {
    const { status, body } = await api.call({
      method: 'PUT',
      url: `/api/monitoring/stream/${id}`,
      as,
      payload,
    });
    return { status, body };
  };
  const ana = { uid: 'ana' };
  const bruno = { uid: 'bruno' };

  it('are changed without reconnecting, with the present prices of those added', async () => {
    const stream = await open({ as: ana, query: '?id=s1&matches=' });
    const other = await open({ as: bruno, query: '?id=s1&matches=m2' });
    expect(
      await change('s1', ana, { matches: ['m1', 'nowhere'], pricesOf: ['m1', 'nowhere'] }),
    ).toEqual({
      status: 200,
      body: {
        subscribed: true,
        items: [
          expect.objectContaining({ collectibleId: 'c1', matchId: 'm1', floorCents: 18_000 }),
          expect.objectContaining({ collectibleId: 'c2', matchId: 'm1', floorCents: 9_000 }),
        ],
      },
    });
    await notify({ prices: [price('c1', 'm1', 501), price('c3', 'm2', 502)] });
    await waitFor(() => expect(stream.prices()).toEqual({ c1: 501 }));
    await waitFor(() => expect(other.prices()).toEqual({ c3: 502 }));
    expect(await change('s1', ana, { matches: ['m2'], pricesOf: [] })).toMatchObject({
      body: { subscribed: true, items: [] },
    });
    await notify({ prices: [price('c1', 'm1', 503), price('c3', 'm2', 504)] });
    await waitFor(() => expect(stream.prices()).toEqual({ c1: 501, c3: 504 }));
    expect(other.prices()).toEqual({ c3: 504 });
  });
});
