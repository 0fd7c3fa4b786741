/** What a tab remembers while someone is signed in: the store and the live feed that fills it. Fetched with the dashboard, never for /login. */

import { setupListeners } from '@reduxjs/toolkit/query';
import type { MachineSurroundings } from '#src/screens/session-context.ts';
import { createLiveSource } from '#store/api/live-source.ts';
import { monitoringApi } from '#store/api/monitoring-api.ts';
import { createAppStore } from '#store/app-store.ts';
import { peerChanged } from '#store/peer-changes.ts';
import { sessionEnded, sessionStarted } from '#store/session-events.ts';
import { shareChanges } from './effects/changes.ts';
import { startLiveFeed } from './live-feed.ts';
import { createSessionPort, type SessionActor } from './session-port.ts';

export type Memory = ReturnType<typeof createMemory>;

export function createMemory(session: SessionActor, surroundings: MachineSurroundings) {
  const live = createLiveSource((flush) => requestAnimationFrame(flush));
  const changes = shareChanges();
  const port = createSessionPort(session);
  const store = createAppStore({ session: port, live }, changes.tell);
  const stops = [
    startLiveFeed({ session, port, store, live, surroundings }),
    changes.listen((tags) => store.dispatch(peerChanged(tags))),
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
      store.dispatch(monitoringApi.util.resetApiState());
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
