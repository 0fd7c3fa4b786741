/** Runs the live feed while someone is signed in, and hands what it brings to the store. */
import { createActor, fromCallback } from 'xstate';
import * as z from 'zod/mini';
import { alertEvent, pricesEvent, sourceEvent } from '#contract/live-stream.ts';
import { type LiveFeedEvent, liveFeedMachine } from '#machines/live-feed.machine.ts';
import type { MachineSurroundings } from '#src/screens/session-context.ts';
import { readBearerStream, type StreamEvent } from '#store/api/bearer-stream.ts';
import { getLivePrices } from '#store/api/live-prices-api.ts';
import type { LiveSource } from '#store/api/live-source.ts';
import { monitoringApi } from '#store/api/monitoring-api.ts';
import type { AppStore } from '#store/app-store.ts';
import { alertHeard, connectionChanged, sourceHeard } from '#store/live.slice.ts';
import { createSessionPort, type SessionActor } from './session-port.ts';

const streamUrl = '/api/monitoring/stream';

interface FeedParts {
  readonly session: SessionActor;
  readonly store: AppStore;
  readonly live: LiveSource;
  readonly surroundings: MachineSurroundings;
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

function runFeed({ session, store, live, surroundings }: FeedParts) {
  const port = createSessionPort(session);
  let lastEventId: string | null = null;
  const machine = liveFeedMachine.provide({
    actors: {
      stream: fromCallback<LiveFeedEvent>(({ sendBack }) => {
        const stop = new AbortController();
        void readBearerStream({
          url: streamUrl,
          session: port,
          signal: stop.signal,
          lastEventId,
          onOpen: () => sendBack({ type: 'OPENED' }),
          onEvent: (event) => {
            lastEventId = event.id ?? lastEventId;
            hear(event, store, live);
          },
        }).then(({ retryAfterMs }) => sendBack({ type: 'LOST', retryAfterMs }));
        return () => stop.abort();
      }),
    },
  });
  const actor = createActor(machine, { ...surroundings, input: { jitter: Math.random() } });
  actor.subscribe((snapshot) => {
    const connection = snapshot.matches({ reading: 'open' })
      ? 'open'
      : snapshot.matches('backingOff')
        ? 'lost'
        : 'connecting';
    if (store.getState().live.connection !== connection) {
      store.dispatch(connectionChanged(connection));
    }
  });
  const look = () => {
    actor.send({ type: document.visibilityState === 'visible' ? 'SHOWN' : 'HIDDEN' });
  };
  const online = () => actor.send({ type: 'ONLINE' });
  document.addEventListener('visibilitychange', look);
  window.addEventListener('online', online);
  actor.start();
  // Held as long as somebody is signed in: no screen must miss what was told on another.
  const prices = store.dispatch(getLivePrices.initiate());
  return {
    stop() {
      prices.unsubscribe();
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', online);
      actor.send({ type: 'STOP' });
    },
  };
}

/** What does not fit its schema is dropped: the next reading brings the truth. */
function hear({ name, data }: StreamEvent, store: AppStore, live: LiveSource): void {
  const body = parseJson(data);
  if (name === 'prices') {
    const event = z.safeParse(pricesEvent, body);
    if (event.success) live.prices(event.data.items);
  } else if (name === 'alert') {
    const event = z.safeParse(alertEvent, body);
    if (!event.success) return;
    store.dispatch(alertHeard(event.data));
    store.dispatch(monitoringApi.util.invalidateTags(['Alerts', 'Settings']));
  } else if (name === 'source') {
    const event = z.safeParse(sourceEvent, body);
    if (event.success) store.dispatch(sourceHeard(event.data));
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
