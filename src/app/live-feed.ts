/** Runs the live feed while someone is signed in, and hands what it brings to the store. */
import { type ActorRefFrom, createActor, fromCallback, type SnapshotFrom } from 'xstate';
import { type LiveFeedEvent, liveFeedMachine } from '#machines/live-feed.machine.ts';
import { notificationPermission } from '#src/features/notifications/browser-notifications.ts';
import type { ActorEnvironment } from '#src/features/session/session-context.ts';
import { baseApi } from '#store/api/base-api.ts';
import { getLivePrices } from '#store/api/live-prices-api.ts';
import type { PriceBatcher } from '#store/api/price-batcher.ts';
import { readEventStream, type StreamEnd } from '#store/api/sse-client.ts';
import type { AppStore } from '#store/app-store.ts';
import {
  type Connection,
  connectionChanged,
  notificationLeaderChanged,
} from '#store/live.slice.ts';
import type { SessionPort } from '#store/session-port.ts';
import type { SessionActor } from './create-session-port.ts';
import { runForNotificationLeader } from './effects/notification-leader.ts';
import { handleLiveEvent } from './handle-live-event.ts';

const streamUrl = '/api/monitoring/stream';

interface FeedParts {
  readonly session: SessionActor;
  /** The store's own: what one of them is told of the session counts for both. */
  readonly port: SessionPort;
  readonly store: AppStore;
  readonly live: PriceBatcher;
  readonly surroundings: ActorEnvironment;
}

export function startLiveFeed(parts: FeedParts): () => void {
  const { session } = parts;
  let feed: { stop(): void } | null = null;
  const follow = (snapshot: ReturnType<SessionActor['getSnapshot']>) => {
    const wanted = snapshot.hasTag('authenticated');
    if (wanted && feed === null) feed = runFeed(parts);
    if (!wanted && feed !== null) {
      feed.stop();
      feed = null;
    }
  };
  const { unsubscribe } = session.subscribe(follow);
  // A subscription tells changes only.
  follow(session.getSnapshot());
  return () => {
    unsubscribe();
    feed?.stop();
  };
}

function runFeed({ port, store, live, surroundings }: FeedParts) {
  let lastEventId: string | null = null;
  let heardAtMs: number | null = null;
  let reason: StreamEnd['reason'] = 'cut';
  let wasLost = false;
  const note = () => {
    heardAtMs = Date.now();
  };
  const machine = liveFeedMachine.provide({
    actors: {
      stream: fromCallback<LiveFeedEvent>(({ sendBack }) => {
        const stop = new AbortController();
        void readEventStream({
          url: streamUrl,
          session: port,
          signal: stop.signal,
          lastEventId,
          onOpen: () => {
            note();
            sendBack({ type: 'OPENED' });
          },
          onActivity: note,
          onEvent: (event) => {
            lastEventId = event.id ?? lastEventId;
            handleLiveEvent(event, store, live);
          },
        }).then((end) => {
          reason = end.reason;
          sendBack({ type: 'LOST', retryAfterMs: end.retryAfterMs });
        });
        return () => stop.abort();
      }),
    },
  });
  const actor = createActor(machine, { ...surroundings, input: { jitter: Math.random() } });
  actor.subscribe((snapshot) => {
    const before = store.getState().live.connection;
    const connection = connectionIn(snapshot, before, reason);
    if (connection === before) return;
    store.dispatch(connectionChanged({ connection, heardAtMs }));
    // What could not be read meanwhile, and what the stream does not carry.
    if (wasLost && connection === 'open') {
      store.dispatch(baseApi.internalActions.onOnline());
    }
    wasLost = connection === 'lost' || (wasLost && connection !== 'open');
  });
  const stopListening = [
    listen(document, 'visibilitychange', () => actor.send({ type: visibility() })),
    listen(window, 'online', () => actor.send({ type: 'ONLINE' })),
    listen(window, 'offline', () => actor.send({ type: 'OFFLINE' })),
    followWatch(store, actor),
  ];
  actor.start();
  if (visibility() === 'HIDDEN') actor.send({ type: 'HIDDEN' });
  // Held as long as somebody is signed in: no screen must miss what was told on another.
  const prices = store.dispatch(getLivePrices.initiate());
  return {
    stop() {
      prices.unsubscribe();
      for (const stop of stopListening) stop();
      actor.send({ type: 'STOP' });
    },
  };
}

/** A first lost line is often found again before anybody could read that it was; then every try belongs to the loss. */
function connectionIn(
  snapshot: SnapshotFrom<typeof liveFeedMachine>,
  before: Connection,
  reason: StreamEnd['reason'],
): Connection {
  if (snapshot.matches({ reading: 'open' })) return 'open';
  if (!snapshot.matches('backingOff')) return before === 'open' ? 'connecting' : before;
  if (reason === 'crowded') return 'crowded';
  // The server was reached: nothing that the network could mend.
  if (reason === 'refused' && navigator.onLine) return 'connecting';
  return snapshot.context.attempt > 1 || !navigator.onLine ? 'lost' : before;
}

const visibility = () => (document.visibilityState === 'visible' ? 'SHOWN' : 'HIDDEN');

function listen(target: EventTarget, name: string, listener: () => void): () => void {
  target.addEventListener(name, listener);
  return () => target.removeEventListener(name, listener);
}

/** On watch as long as this browser's notices are wanted and allowed. @returns how to stop */
function followWatch(store: AppStore, actor: ActorRefFrom<typeof liveFeedMachine>): () => void {
  const select = baseApi.endpoints.getNotifications.select();
  let leave: (() => void) | null = null;
  const follow = () => {
    // The browser is asked last: that takes longer than the store, and this runs at every change.
    const wanted =
      select(store.getState()).data?.navegador && notificationPermission() === 'granted';
    if (wanted && leave === null) {
      leave = runForNotificationLeader(() => {
        store.dispatch(notificationLeaderChanged(true));
        actor.send({ type: 'WATCH_BEGUN' });
      });
    }
    if (!wanted && leave !== null) {
      leave();
      leave = null;
      store.dispatch(notificationLeaderChanged(false));
      actor.send({ type: 'WATCH_ENDED' });
    }
  };
  const unsubscribe = store.subscribe(follow);
  return () => {
    unsubscribe();
    leave?.();
  };
}
