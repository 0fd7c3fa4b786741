/** A store whose live prices a test pushes as the stream does, a frame at a time. */
import { act } from '@testing-library/react';
import { getLivePrices } from '#store/api/live-prices-api.ts';
import { matchListApi } from '#store/api/match-list-api.ts';
import { createPriceBatcher } from '#store/api/price-batcher.ts';
import { createAppStore } from '#store/app-store.ts';
import { createShownMatches } from '#store/shown-matches.ts';
import { storeSession } from './store-session.ts';

export async function createLiveStore() {
  const frames: (() => void)[] = [];
  const priceBatcher = createPriceBatcher((flush) => frames.push(flush));
  const shownMatches = createShownMatches();
  const store = createAppStore({ session: storeSession(), priceBatcher, shownMatches });
  await store.dispatch(getLivePrices.initiate());
  await store.dispatch(matchListApi.endpoints.getLiveFloors.initiate());
  // The entries subscribe one microtask after they are loaded.
  await Promise.resolve();
  return {
    store,
    /** The matches that the stream is asked for. */
    shownMatches: () => shownMatches.list().toSorted(),
    push: (collectibleId: string, matchId: string, floorCents: number | null) =>
      act(() => {
        const observedAt = '2026-01-01T00:00:00.000Z';
        priceBatcher.push([{ collectibleId, matchId, floorCents, observedAt }]);
        for (const flush of frames.splice(0)) flush();
      }),
  };
}
