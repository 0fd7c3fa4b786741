/** What a tab remembers while someone is signed in: the store and the live feed that fills it. Fetched with the dashboard, never for /login. */

import { setupListeners } from '@reduxjs/toolkit/query';
import type { ActorEnvironment } from '#src/features/session/session-context.ts';
import { baseApi } from '#store/api/base-api.ts';
import { createPriceBatcher } from '#store/api/price-batcher.ts';
import { createAppStore } from '#store/app-store.ts';
import { invalidateFromOtherTab } from '#store/cross-tab-invalidation.ts';
import { sessionEnded, sessionStarted } from '#store/session-events.ts';
import { createSessionPort, type SessionActor } from './create-session-port.ts';
import { openInvalidationChannel } from './effects/invalidation-channel.ts';
import { startLiveFeed } from './live-feed.ts';

export type SignedInRuntime = ReturnType<typeof createSignedInRuntime>;

export function createSignedInRuntime(session: SessionActor, surroundings: ActorEnvironment) {
  const live = createPriceBatcher((flush) => requestAnimationFrame(flush));
  const changes = openInvalidationChannel();
  const port = createSessionPort(session);
  const store = createAppStore({ session: port, live }, changes.publish);
  const stops = [
    startLiveFeed({ session, port, store, live, surroundings }),
    changes.listen((tags) => store.dispatch(invalidateFromOtherTab(tags))),
    // What failed for want of a network is asked for again when it returns.
    setupListeners(store.dispatch),
  ];
  const memory = {
    store,
    begin(uid: string) {
      store.dispatch(sessionStarted({ uid }));
    },
    forget() {
      store.dispatch(sessionEnded());
      store.dispatch(baseApi.util.resetApiState());
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
  const snapshot = session.getSnapshot();
  // It may arrive after the session it serves.
  if (snapshot.hasTag('authenticated') && snapshot.context.session !== null) {
    memory.begin(snapshot.context.session.uid);
  }
  return memory;
}
