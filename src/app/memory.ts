/** What a tab remembers while someone is signed in: the store and the live feed that fills it. Fetched with the dashboard, never for /login. */

import type { MachineSurroundings } from '#src/screens/session-context.ts';
import { createLiveSource } from '#store/api/live-source.ts';
import { monitoringApi } from '#store/api/monitoring-api.ts';
import { createAppStore } from '#store/app-store.ts';
import { sessionEnded, sessionStarted } from '#store/session-events.ts';
import { startLiveFeed } from './live-feed.ts';
import { createSessionPort, type SessionActor } from './session-port.ts';

export type Memory = ReturnType<typeof createMemory>;

export function createMemory(session: SessionActor, surroundings: MachineSurroundings) {
  const live = createLiveSource((flush) => requestAnimationFrame(flush));
  const store = createAppStore({ session: createSessionPort(session), live });
  const memory = {
    store,
    begin(uid: string) {
      store.dispatch(sessionStarted({ uid }));
    },
    forget() {
      store.dispatch(sessionEnded());
      store.dispatch(monitoringApi.util.resetApiState());
    },
    stop: startLiveFeed({ session, store, live, surroundings }),
  };
  const snapshot = session.getSnapshot();
  // It may arrive after the session it serves.
  if (snapshot.hasTag('authenticated') && snapshot.context.session !== null) {
    memory.begin(snapshot.context.session.uid);
  }
  return memory;
}
