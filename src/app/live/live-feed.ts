/** Runs the live feed machine over SSE while signed in, and writes its events to the store. */
import { setupListeners } from '@reduxjs/toolkit/query';
import { type ActorRefFrom, createActor, fromCallback, type SnapshotFrom } from 'xstate';
import { type LiveFeedEvent, liveFeedMachine } from '#machines/live-feed.machine.ts';
import { notificationPermission } from '#src/features/notifications/browser-notifications.ts';
import type { ActorEnvironment } from '#src/features/session/session-context.ts';
import { baseApi } from '#store/api/base-api.ts';
import { getLivePrices } from '#store/api/live-prices-api.ts';
import type { PriceBatcher } from '#store/api/price-batcher.ts';
import type { ApiError } from '#store/api/reauth-base-query.ts';
import { readEventStream } from '#store/api/sse-client.ts';
import { changeStreamMatches } from '#store/api/stream-matches-api.ts';
import type { AppStore } from '#store/app-store.ts';
import {
  type Connection,
  connectionChanged,
  notificationLeaderChanged,
} from '#store/live.slice.ts';
import type { SessionPort } from '#store/session-port.ts';
import type { ShownMatches } from '#store/shown-matches.ts';
import { runForNotificationLeader } from '../effects/notification-leader.ts';
import { lazyOnce } from '../page/lazy-load.ts';
import type { SessionActor } from '../session/create-session-port.ts';
import { StreamMatchesSync } from './stream-matches.ts';

/** The schemas of events: no screen waits for them. Events that come meanwhile are handled in their order. */
const loadHandler = lazyOnce(() => import('./handle-live-event.ts'));

interface LiveFeedOptions {
  readonly session: SessionActor;
  /** The same instance as the store's, so that both see a pending account deletion. */
  readonly port: SessionPort;
  readonly store: AppStore;
  readonly priceBatcher: PriceBatcher;
  readonly shownMatches: ShownMatches;
  readonly actorEnvironment: ActorEnvironment;
}

export function startLiveFeed(options: LiveFeedOptions): () => void {
  const { session } = options;
  let feed: { stop(): void } | null = null;
  const follow = (snapshot: ReturnType<SessionActor['getSnapshot']>) => {
    const shouldRun = snapshot.hasTag('authenticated');
    if (shouldRun && feed === null) feed = runFeed(options);
    if (!shouldRun && feed !== null) {
      feed.stop();
      feed = null;
    }
  };
  const { unsubscribe } = session.subscribe(follow);
  // subscribe() reports changes only, not the current snapshot.
  follow(session.getSnapshot());
  return () => {
    unsubscribe();
    feed?.stop();
  };
}

function runFeed(options: LiveFeedOptions) {
  const { port, store, priceBatcher, shownMatches, actorEnvironment } = options;
  // Change with every event: in the machine's context each price would be a transition.
  let lastEventId: string | null = null;
  let lastActivityAtMs: number | null = null;
  const startedAtMs = Date.now();
  let wasLost = false;
  let refusedAtMs: number | null = null;
  // Whether something has held a stream back after its first bytes: the next one's first bytes tell nothing.
  let isHeldBack = false;
  const recordActivity = () => {
    lastActivityAtMs = Date.now();
  };
  const matches = new StreamMatchesSync({
    shown: shownMatches,
    change: async (request) => {
      const { data } = await store.dispatch(
        changeStreamMatches.initiate(request, { track: false }),
      );
      return data ?? null;
    },
    onPrices: (prices) => priceBatcher.push(prices),
  });
  const machine = liveFeedMachine.provide({
    actors: {
      stream: fromCallback<LiveFeedEvent>(({ sendBack }) => {
        const stop = new AbortController();
        let isStopped = false;
        let firstByteAtMs = Number.POSITIVE_INFINITY;
        const open = () => {
          sendBack({ type: 'STREAM.OPENED' } satisfies LiveFeedEvent);
          // The notification leader's opens in a hidden page, too; it ends a minute after the leadership.
          if (visibility() === 'PAGE.HIDDEN') sendBack({ type: 'PAGE.HIDDEN' });
        };
        const renewsWhenRefused =
          refusedAtMs === null || Date.now() - refusedAtMs >= renewalAfterRefusalMs;
        void readEventStream({
          url: matches.url(lastEventId !== null),
          session: port,
          signal: stop.signal,
          lastEventId,
          renewsWhenRefused,
          onOpen: () => {
            wasLost ||= Date.now() - (lastActivityAtMs ?? startedAtMs) > resumableMs;
            recordActivity();
            matches.onOpen(() => stop.abort());
            firstByteAtMs = Date.now();
            if (isHeldBack) void ask();
            else open();
          },
          onActivity: () => {
            recordActivity();
            if (!isHeldBack || Date.now() - firstByteAtMs < firstBytesMs) return;
            isHeldBack = false;
            open();
          },
          onEvent: (event) => {
            lastEventId = event.id ?? lastEventId;
            loadHandler().then(
              ({ handleLiveEvent }) => handleLiveEvent(event, store, priceBatcher),
              // Without its code it is dropped, as one that is not as expected: the next refetch corrects the cache.
              () => {},
            );
          },
        }).then((end) => {
          if (!isStopped) matches.onEnd();
          if (end.reason === 'silent') isHeldBack = true;
          if (end.reason === 'refused' && renewsWhenRefused) refusedAtMs = Date.now();
          sendBack({ type: 'STREAM.DISCONNECTED', ...end } satisfies LiveFeedEvent);
        });
        return () => {
          isStopped = true;
          matches.onEnd();
          stop.abort();
        };
      }),
    },
  });
  const actor = createActor(machine, { ...actorEnvironment, input: { jitter: Math.random() } });
  let hasStopped = false;
  let isAsking = false;
  let polledAtMs = 0;
  const become = (connection: Connection) => {
    if (connection === store.getState().live.connection) return;
    store.dispatch(connectionChanged({ connection, lastActivityAtMs }));
    // Refetch what failed meanwhile and what the stream does not carry.
    if (wasLost && connection === 'open') refetchAsAfterOffline(store);
    wasLost = isWithoutStream(connection) || (wasLost && connection !== 'open');
  };
  /** Without a stream only a request tells whether the server answers; then what is shown is read that way, at each attempt. */
  const ask = async () => {
    if (isAsking || actor.getSnapshot().matches('paused')) return;
    isAsking = true;
    const { error } = await store.dispatch(
      baseApi.endpoints.verify.initiate(undefined, { forceRefetch: true, subscribe: false }),
    );
    isAsking = false;
    const snapshot = actor.getSnapshot();
    if (hasStopped || snapshot.matches({ streaming: 'open' }) || snapshot.matches('paused')) return;
    if (!isAnswer(error)) return become(navigator.onLine ? 'unanswered' : 'lost');
    recordActivity();
    become('polled');
    if (Date.now() - polledAtMs < minPollMs) return;
    polledAtMs = Date.now();
    refetchAsAfterOffline(store);
  };
  actor.subscribe((snapshot) => {
    const connection = connectionIn(snapshot, store.getState().live.connection);
    if (connection === null) void ask();
    else become(connection);
  });
  const polling = setInterval(() => {
    if (store.getState().live.connection === 'polled') void ask();
  }, pollMs);
  const stopListening = [
    () => clearInterval(polling),
    listen(document, 'visibilitychange', () => actor.send({ type: visibility() })),
    listen(window, 'online', () => actor.send({ type: 'NETWORK.RESTORED' })),
    listen(window, 'offline', () => actor.send({ type: 'NETWORK.LOST' })),
    followNotificationLeadership(store, actor),
  ];
  actor.start();
  if (visibility() === 'PAGE.HIDDEN') actor.send({ type: 'PAGE.HIDDEN' });
  // Subscribed for the whole session: live prices must survive a change of screens.
  const prices = store.dispatch(getLivePrices.initiate());
  return {
    stop() {
      hasStopped = true;
      prices.unsubscribe();
      matches.stop();
      for (const stop of stopListening) stop();
      actor.send({ type: 'STOP' });
    },
  };
}

/** A stream that a new token did not open is refused for another reason: attempts are up to 30 s apart, for hours. */
const renewalAfterRefusalMs = 30 * 60_000;

/** How often what is shown is read anew while the stream does not arrive, besides at each attempt. */
const pollMs = 30_000;
const minPollMs = 15_000;

/**
 * After a longer silence, as of a hidden page or of a computer that slept, a resumed stream lacks alerts: the server numbers them
 * for two minutes after a user's last stream.
 */
const resumableMs = 60_000;

/** What a proxy lets through of a stream that it holds back comes at once, the next heartbeat 15 s later. */
const firstBytesMs = 2_000;

const isWithoutStream = (connection: Connection): boolean =>
  connection === 'lost' || connection === 'unanswered' || connection === 'polled';

/** Whether the server itself has answered: a proxy answers 5xx for one that is away. */
const isAnswer = (error: unknown): boolean => {
  const { status = 0 } = error === undefined ? { status: 200 } : (error as Partial<ApiError>);
  return status > 0 && status < 500;
};

/**
 * One failed attempt does not yet count as lost: most reconnect before the user could read the banner.
 * @returns null where only a request can tell
 */
function connectionIn(
  snapshot: SnapshotFrom<typeof liveFeedMachine>,
  previous: Connection,
): Connection | null {
  const { attempt, reason } = snapshot.context;
  if (snapshot.matches({ streaming: 'open' })) return 'open';
  if (!snapshot.matches('backingOff')) return previous === 'open' ? 'connecting' : previous;
  if (reason === 'streamLimitReached') return 'streamLimitReached';
  // The server answered: not a network failure.
  if (reason === 'refused' && navigator.onLine) return 'connecting';
  if (!navigator.onLine) return 'lost';
  if (reason === 'silent') return null;
  return attempt > 1 ? null : previous;
}

/** The browser itself may have been online all the while. */
function refetchAsAfterOffline(store: AppStore): void {
  setupListeners(store.dispatch, (dispatch, { onOnline }) => {
    dispatch(onOnline());
    return () => {};
  });
}

const visibility = () => (document.visibilityState === 'visible' ? 'PAGE.SHOWN' : 'PAGE.HIDDEN');

function listen(target: EventTarget, name: string, listener: () => void): () => void {
  target.addEventListener(name, listener);
  return () => target.removeEventListener(name, listener);
}

/** Runs for leader while browser notifications are enabled and permitted. @returns cleanup function */
function followNotificationLeadership(
  store: AppStore,
  actor: ActorRefFrom<typeof liveFeedMachine>,
): () => void {
  const select = baseApi.endpoints.getNotificationSettings.select();
  let leave: (() => void) | null = null;
  const follow = () => {
    // Permission is read last: it is slower than the store, and this runs at every store change.
    const shouldRun =
      select(store.getState()).data?.browser && notificationPermission() === 'granted';
    if (shouldRun && leave === null) {
      leave = runForNotificationLeader(() => {
        store.dispatch(notificationLeaderChanged(true));
        actor.send({ type: 'LEADERSHIP.GAINED' });
      });
    }
    if (!shouldRun && leave !== null) {
      leave();
      leave = null;
      store.dispatch(notificationLeaderChanged(false));
      actor.send({ type: 'LEADERSHIP.LOST' });
    }
  };
  const unsubscribe = store.subscribe(follow);
  return () => {
    unsubscribe();
    leave?.();
  };
}
