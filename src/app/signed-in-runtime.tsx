/** Store and live feed of a signed-in tab, and the layout route that gives screens the store. A chunk of its own, loaded with the dashboard and not for /login. */
import { setupListeners } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import { Provider } from 'react-redux';
import { Outlet, useLocation } from 'react-router-dom';
import type { ActorEnvironment } from '#src/features/session/session-context.ts';
import { SplashScreen } from '#src/screens/splash/splash-screen.tsx';
import { baseApi } from '#store/api/base-api.ts';
import { createPriceBatcher } from '#store/api/price-batcher.ts';
import type { ApiExtra } from '#store/api/reauth-base-query.ts';
import { takeFirstAnswers } from '#store/api/take-first-answers.ts';
import { type AppStore, createAppStore } from '#store/app-store.ts';
import { invalidateFromOtherTab } from '#store/cross-tab-invalidation.ts';
import { sessionEnded } from '#store/session-events.ts';
import { createShownMatches } from '#store/shown-matches.ts';
import { openInvalidationChannel } from './effects/invalidation-channel.ts';
import { startLiveFeed } from './live/live-feed.ts';
import { createSessionPort, type SessionActor } from './session/create-session-port.ts';
import { verifyTokens } from './session/verify-tokens.ts';

export type SignedInRuntime = ReturnType<typeof createSignedInRuntime>;

export function createSignedInRuntime(
  session: SessionActor,
  actorEnvironment: ActorEnvironment,
  updateOwnDocument: NonNullable<ApiExtra['updateOwnDocument']>,
) {
  const priceBatcher = createPriceBatcher((flush) => requestAnimationFrame(flush));
  const shownMatches = createShownMatches();
  const invalidations = openInvalidationChannel();
  const port = createSessionPort(session);
  const store = createAppStore(
    { session: port, priceBatcher, shownMatches, updateOwnDocument },
    invalidations.publish,
  );
  const cleanups = [
    startLiveFeed({ session, port, store, priceBatcher, shownMatches, actorEnvironment }),
    invalidations.listen((tags) => store.dispatch(invalidateFromOtherTab(tags))),
    verifyTokens(session, store),
    // Refetches when the network returns.
    setupListeners(store.dispatch),
  ];
  return {
    store,
    Layout: () => {
      const hasFirstAnswers = useFirstAnswers(store);
      if (!hasFirstAnswers) return <SplashScreen />;
      return (
        <Provider store={store}>
          <Outlet />
        </Provider>
      );
    },
    /** Settles when the requests sent so far are answered. */
    answered: () => Promise.allSettled(store.dispatch(baseApi.util.getRunningQueriesThunk())),
    async fetchUsername(): Promise<string> {
      const profile = store.dispatch(baseApi.endpoints.getProfile.initiate());
      try {
        return (await profile.unwrap()).username;
      } finally {
        profile.unsubscribe();
      }
    },
    endSession() {
      store.dispatch(sessionEnded());
      store.dispatch(baseApi.util.resetApiState());
    },
    stop() {
      for (const stop of cleanups) stop();
    },
  };
}

/** Whether they are in the store, or are not waited for any longer. */
function useFirstAnswers(store: AppStore): boolean {
  const [isDone, setDone] = useState(() => globalThis.earlyAnswers === undefined);
  const { pathname } = useLocation();
  // Those of the address at which the page was loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are taken once
  useEffect(() => {
    if (!isDone) void takeFirstAnswers(store, pathname).then(() => setDone(true));
  }, []);
  return isDone;
}
