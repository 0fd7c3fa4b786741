// @vitest-environment jsdom
/** The live feed: when it is open, what a person is told of its connection, and what it brings into the store. */
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import type { PriceUpdate } from '#contract/live-stream.ts';
import { authSessionMachine, type Session } from '#machines/auth-session.machine.ts';
import { baseApi } from '#store/api/base-api.ts';
import { selectLivePrices } from '#store/api/live-prices-api.ts';
import { createPriceBatcher } from '#store/api/price-batcher.ts';
import { createAppStore } from '#store/app-store.ts';
import {
  selectConnection,
  selectIsNotificationLeader,
  selectLastActivityAtMs,
  selectUnannounced,
} from '#store/live.slice.ts';
import { createShownMatches } from '#store/shown-matches.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import { listenAtOrigin } from '#tests/support/listen-at-origin.ts';
import { origin } from '#tests/support/origin-request.ts';
import { sessionSample } from '#tests/support/session-samples.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createSessionPort } from '../session/create-session-port.ts';
import { startLiveFeed } from './live-feed.ts';

const server = setupServer();
listenAtOrigin(server, { fetchStream });

type StreamAnswer = (request: Request) => Response | Promise<Response>;
let answerStream: StreamAnswer;

/** As fetch does, and not by the mock server, which holds a body back until it ends. */
async function fetchStream(request: Request): Promise<Response> {
  const aborted = new Promise<never>((_, reject) => {
    request.signal.addEventListener('abort', () => reject(new Error('aborted')));
  });
  aborted.catch(() => {});
  return Promise.race([answerStream(request), aborted]);
}

/** The other requests: the server answers them all but the stream, none, or through a proxy that says so. */
const others = {
  answered: () => HttpResponse.json({ uid: 'ana' }),
  dropped: () => HttpResponse.error(),
  away: () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 }),
};
const answerOthers = (how: keyof typeof others) =>
  server.use(http.get(`${origin}/api/auth/verify`, others[how]));

let stopFeed = () => {};
afterEach(() => {
  stopFeed();
  server.resetHandlers();
});

const signedIn = sessionSample();

let renewals = 0;
function signIn() {
  const refreshToken = fromPromise<Session, { heldToken: string | null }>(async () => {
    renewals += 1;
    return { ...signedIn, token: `renewed ${renewals}` };
  });
  const session = createActor(authSessionMachine.provide({ actors: { refreshToken } })).start();
  session.send({ type: 'PROVIDER.SIGNED_IN', session: signedIn });
  return session;
}

/** A live feed whose stream requests get this answer; a refreshed token gets the same. */
function startFeed(answer: StreamAnswer, session = signIn()) {
  let requests = 0;
  let ended = 0;
  answerStream = (request) => {
    requests += 1;
    request.signal.addEventListener('abort', () => {
      ended += 1;
    });
    return answer(request);
  };
  const clock = new SimulatedClock();
  const port = createSessionPort(session);
  const priceBatcher = createPriceBatcher(queueMicrotask);
  const store = createAppStore({ session: port, priceBatcher });
  const connections = new Set<string>();
  const connection = () => selectConnection(store.getState());
  store.subscribe(() => connections.add(connection()));
  const shownMatches = createShownMatches();
  const parts = { session, port, store, priceBatcher, shownMatches };
  const stop = startLiveFeed({ ...parts, actorEnvironment: { clock } });
  stopFeed = () => {
    stop();
    stopFeed = () => {};
  };
  return {
    connections,
    session,
    stop: () => stopFeed(),
    store,
    clock,
    shownMatches,
    requests: () => requests,
    ended: () => ended,
    isNow: (expected: string) => waitFor(() => expect(connection()).toBe(expected)),
    /** Waits for that many requests, advancing the clock past the backoff between them. */
    async waitForRequests(times: number) {
      await waitFor(() => {
        clock.increment(60_000);
        expect(requests).toBeGreaterThanOrEqual(times);
      });
    },
  };
}

const dropped = () => Promise.reject(new TypeError('connection refused'));
const refused = () => HttpResponse.json({ error: 'No.', code: 'forbidden' }, { status: 403 });
/** Other tabs use all streams. */
const full = () => HttpResponse.json({ error: 'Demasiadas.', code: 'too-many' }, { status: 429 });

/** An open stream that a test writes to and cuts. */
function openStream({ signal }: Request) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  signal.addEventListener('abort', () => void writer.abort(new Error('aborted')).catch(() => {}));
  const write = (text: string) => void writer.write(new TextEncoder().encode(text)).catch(() => {});
  write(':\n\n');
  return {
    response: new Response(readable),
    write,
    cut: () => void writer.close(),
  };
}
const eventText = (name: string, body: unknown, id?: string) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(body)}\n\n`;

/** What was begun is done: the store tells of what it has fetched in the next frame. */
const settled = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** Opened anew at each request. */
function openStreams() {
  const streams: ReturnType<typeof openStream>[] = [];
  const headers: (string | null)[] = [];
  const answer = (request: Request) => {
    headers.push(request.headers.get('last-event-id'));
    const stream = openStream(request);
    streams.push(stream);
    return stream.response;
  };
  return { answer, headers, latest: () => streams.at(-1) };
}

it.each([
  ['answered', 'polled'],
  ['dropped', 'unanswered'],
  ['away', 'unanswered'],
] as const)(
  'after two failed attempts in a row, with other requests %s, it is %s',
  async (how, expected) => {
    answerOthers(how);
    const { connections, requests, waitForRequests, isNow } = startFeed(dropped);
    await waitFor(() => expect(requests()).toBe(1));
    await settled();
    expect([...connections]).toEqual(['connecting']);
    await waitForRequests(3);
    await isNow(expected);
    expect(connections).not.toContain('lost');
  },
);

it('is polled while its first bytes alone come through, and open again at a heartbeat', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  answerOthers('answered');
  const { answer, latest } = openStreams();
  const { store, isNow, waitForRequests } = startFeed(answer);
  await isNow('open');
  vi.advanceTimersByTime(35_000);
  await isNow('polled');
  await waitForRequests(2);
  await settled();
  expect(selectConnection(store.getState())).toBe('polled');
  await waitFor(() => {
    vi.advanceTimersByTime(3_000);
    latest()?.write(':\n\n');
    expect(selectConnection(store.getState())).toBe('open');
  });
});

it('asks for one new token in half an hour, however often the server answers 403', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const before = renewals;
  const { waitForRequests } = startFeed(refused);
  await waitForRequests(6);
  expect(renewals - before).toBe(1);
  vi.setSystemTime(Date.now() + 30 * 60_000);
  await waitForRequests(9);
  expect(renewals - before).toBe(2);
});

it('is opened once for a session, whatever token it has, and again for the next one', async () => {
  const { answer } = openStreams();
  const { session, requests, ended, isNow, stop } = startFeed(answer);
  await isNow('open');
  session.send({ type: 'PROVIDER.SIGNED_IN', session: sessionSample({ token: 'newer' }) });
  await settled();
  expect([requests(), ended()]).toEqual([1, 0]);
  session.send({ type: 'OTHER_TAB.SIGNED_OUT' });
  await waitFor(() => expect(ended()).toBe(1));
  session.send({ type: 'PROVIDER.SIGNED_IN', session: signedIn });
  await waitFor(() => expect(requests()).toBe(2));
  stop();
  await waitFor(() => expect(ended()).toBe(2));
  session.send({ type: 'OTHER_TAB.SIGNED_OUT' });
  session.send({ type: 'PROVIDER.SIGNED_IN', session: signedIn });
  await settled();
  expect(requests()).toBe(2);
});

describe('what a person is told of the connection', () => {
  it('is that it is opened, and opened again after a cut, and when the server was last heard of', async () => {
    const { answer, latest } = openStreams();
    const { connections, isNow, store, waitForRequests } = startFeed(answer);
    const lastActivityAtMs = () => selectLastActivityAtMs(store.getState());
    expect(lastActivityAtMs()).toBeNull();
    await isNow('open');
    expect(lastActivityAtMs()).toBeCloseTo(Date.now(), -4);
    const hourLaterMs = Date.now() + 3_600_000;
    vi.spyOn(Date, 'now').mockReturnValue(hourLaterMs);
    latest()?.write(': latido\n\n');
    await settled();
    latest()?.cut();
    await settled();
    await waitForRequests(2);
    await isNow('open');
    expect(lastActivityAtMs()).toBe(hourLaterMs);
    // One attempt alone is no loss; most people would not have read the banner in time.
    expect([...connections].toSorted()).toEqual(['connecting', 'open']);
  });

  it('is that it is lost as soon as the browser is offline, and open at once when it is back', async () => {
    const { answer } = openStreams();
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    const { isNow, requests } = startFeed(answer);
    await isNow('open');
    onLine.mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    await isNow('lost');
    onLine.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await isNow('open');
    expect(requests()).toBe(2);
  });
});

describe('what the stream does not carry', () => {
  /** Profile requests, of which one was made before. */
  async function watchProfile(store: ReturnType<typeof startFeed>['store']) {
    let asked = 0;
    server.use(
      http.get(`${origin}/api/users/profile`, () => {
        asked += 1;
        return HttpResponse.json({ uid: 'ana' });
      }),
    );
    await store.dispatch(baseApi.endpoints.getProfile.initiate());
    return () => asked;
  }

  it.each<[string, StreamAnswer[]]>([
    ['with an open stream', []],
    ['with other tabs having all streams, until this one has its own', [full]],
  ])('is fetched again after a loss that ended %s, once', async (_how, refusals) => {
    answerOthers('dropped');
    const { answer, latest } = openStreams();
    let isDown = false;
    const upcoming: StreamAnswer[] = [];
    const feed = startFeed((request) => (isDown ? dropped : (upcoming.shift() ?? answer))(request));
    const becomes = (expected: string) =>
      waitFor(() => {
        feed.clock.increment(60_000);
        expect(selectConnection(feed.store.getState())).toBe(expected);
      });
    await feed.isNow('open');
    const asked = await watchProfile(feed.store);
    isDown = true;
    latest()?.cut();
    await becomes('unanswered');
    upcoming.push(...refusals);
    isDown = false;
    await becomes('open');
    expect(feed.connections.has('streamLimitReached')).toBe(refusals.length > 0);
    await waitFor(() => expect(asked()).toBe(2));
    latest()?.cut();
    await feed.waitForRequests(feed.requests() + 1);
    await feed.isNow('open');
    await settled();
    expect(asked()).toBe(2);
  });

  it('is fetched again after a silence longer than the server numbers alerts for, as when the computer slept', async () => {
    const { answer, latest } = openStreams();
    const feed = startFeed(answer);
    await feed.isNow('open');
    const asked = await watchProfile(feed.store);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    latest()?.cut();
    await feed.waitForRequests(2);
    await feed.isNow('open');
    await waitFor(() => expect(asked()).toBe(2));
  });
});

describe('what the stream brings', () => {
  const priceOf = (floorCents: number): PriceUpdate => ({
    collectibleId: 'c1',
    matchId: 'm1',
    floorCents,
    observedAt: '2026-11-21T17:40:02.000Z',
  });
  const hasPrice = (store: ReturnType<typeof startFeed>['store'], cents: number) =>
    waitFor(() => expect(JSON.stringify(selectLivePrices(store.getState()))).toContain(`${cents}`));

  it('are alerts and prices, and it is resumed after the last event that had a number', async () => {
    const { answer, latest, headers } = openStreams();
    const { isNow, store, waitForRequests } = startFeed(answer);
    await isNow('open');
    latest()?.write(eventText('alert', alertSample(), '7'));
    latest()?.write(eventText('prices', { items: [priceOf(9_000)] }));
    await waitFor(() => expect(selectUnannounced(store.getState())).toEqual([alertSample()]));
    await hasPrice(store, 9_000);
    latest()?.cut();
    await waitForRequests(2);
    expect(headers).toEqual([null, '7']);
  });

  it('are the prices of the matches on screen, asked for while it is open', async () => {
    const asked: unknown[] = [];
    const answers = [
      HttpResponse.json({ error: 'No.', code: 'internal' }, { status: 500 }),
      HttpResponse.json({ subscribed: true, items: [priceOf(8_100)] }),
    ];
    server.use(
      http.put(`${origin}/api/monitoring/stream/:id`, async ({ request }) => {
        asked.push(await request.json());
        return answers.shift();
      }),
    );
    const { answer } = openStreams();
    const { isNow, shownMatches, store, requests, stop } = startFeed(answer);
    await isNow('open');
    shownMatches.show(['m1']);
    await waitFor(() => expect(asked).toHaveLength(1));
    // The first change failed: shown again, it is asked for again.
    shownMatches.show(['m1', 'm2']);
    await hasPrice(store, 8_100);
    expect(asked[1]).toEqual({ matches: ['m1', 'm2'], pricesOf: ['m1', 'm2'] });
    expect(requests()).toBe(1);
    stop();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    shownMatches.show(['m3']);
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    await settled();
    expect(asked).toHaveLength(2);
  });
});

describe('a page that is not looked at', () => {
  const show = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };

  it('has no stream when it is opened in the background, one once it is shown, and for a minute after', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const { answer } = openStreams();
    const { connections, isNow, clock, ended } = startFeed(answer);
    await settled();
    expect(connections).not.toContain('open');
    show('visible');
    await isNow('open');
    show('hidden');
    clock.increment(59_000);
    await settled();
    expect(ended()).toBe(0);
    clock.increment(1_000);
    await waitFor(() => expect(ended()).toBe(1));
    show('visible');
    await isNow('open');
  });

  describe('that shows notifications', () => {
    const setPermission = (permission: NotificationPermission) =>
      vi.stubGlobal('Notification', { permission });
    afterEach(() => Reflect.deleteProperty(globalThis, 'Notification'));

    /** The person's notification settings as the server has them. */
    const setBrowserNotifications = async (
      store: ReturnType<typeof startFeed>['store'],
      browser: boolean,
    ) => {
      server.use(
        http.get(`${origin}/api/users/notifications`, () =>
          HttpResponse.json({ quietHours: null, mail: 'on', browser }),
        ),
      );
      await store.dispatch(
        baseApi.endpoints.getNotificationSettings.initiate(undefined, { forceRefetch: true }),
      );
      await settled();
    };

    it('keeps its stream, until they are switched off', async () => {
      setPermission('granted');
      const { answer } = openStreams();
      const { isNow, clock, ended, store } = startFeed(answer);
      await isNow('open');
      await setBrowserNotifications(store, true);
      expect(selectIsNotificationLeader(store.getState())).toBe(true);
      show('hidden');
      clock.increment(3_600_000);
      await settled();
      expect(ended()).toBe(0);
      await setBrowserNotifications(store, false);
      expect(selectIsNotificationLeader(store.getState())).toBe(false);
      clock.increment(60_000);
      await waitFor(() => expect(ended()).toBe(1));
    });

    it('has one in the background, until they are switched off', async () => {
      setPermission('granted');
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      const { answer } = openStreams();
      const { isNow, clock, ended, store } = startFeed(answer);
      await setBrowserNotifications(store, true);
      await isNow('open');
      await setBrowserNotifications(store, false);
      clock.increment(60_000);
      await settled();
      expect(ended()).toBe(1);
    });

    it.each([
      ['switched off', 'granted', false],
      ['not permitted', 'denied', true],
    ] as const)('is none where they are %s', async (_what, permission, browser) => {
      setPermission(permission);
      const { answer } = openStreams();
      const { isNow, store } = startFeed(answer);
      await isNow('open');
      await setBrowserNotifications(store, browser);
      expect(selectIsNotificationLeader(store.getState())).toBe(false);
    });
  });
});
