/** Match list as an infinite query, and the lowest live price of each match. */
import type { MatchesPage, MatchesQuery } from '#contract/monitoring.ts';
import type { RootState } from '../app-store.ts';
import { baseApi, watchedMatchesTags } from './base-api.ts';
import { followPriceBatches } from './follow-price-batches.ts';
import { byCursor, pageParams } from './pages.ts';
import type { PriceBatch } from './price-batcher.ts';

type MatchListQuery = Omit<MatchesQuery, 'cursor' | 'limit'>;

/** Lowest price of a match received since the list was opened, and its collectible. */
interface LiveFloor {
  readonly cents: number;
  readonly collectibleId: string;
  /** On this computer's clock, epoch milliseconds. */
  readonly receivedAtMs: number;
}

export const matchListApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getMatchList: build.infiniteQuery<MatchesPage, MatchListQuery, string | null>({
      infiniteQueryOptions: byCursor,
      query: ({ queryArg, pageParam }) => ({
        url: 'api/monitoring/matches',
        params: { ...queryArg, ...pageParams(pageParam) },
      }),
      providesTags: watchedMatchesTags,
      // What the list says is newer than the floors received before it was requested.
      async onQueryStarted(_query, { dispatch, queryFulfilled }) {
        const requestedAtMs = Date.now();
        const isLoaded = await queryFulfilled.then(
          () => true,
          () => false,
        );
        if (isLoaded) dispatch(dropLiveFloors(requestedAtMs));
      },
    }),
    getLiveFloors: build.query<Record<string, LiveFloor>, void>({
      queryFn: () => ({ data: {} }),
      // Filled without a request, and so before the first batch.
      onCacheEntryAdded: (_arg, entry) =>
        followPriceBatches(entry, (batch) => (floors) => applyBatch(floors, batch)),
    }),
  }),
});

export const { useGetMatchListInfiniteQuery, useGetLiveFloorsQuery } = matchListApi;

const dropLiveFloors = (beforeMs: number) =>
  matchListApi.util.updateQueryData('getLiveFloors', undefined, (floors) => {
    for (const [matchId, { receivedAtMs }] of Object.entries(floors)) {
      if (receivedAtMs < beforeMs) delete floors[matchId];
    }
  });

function applyBatch(floors: Record<string, LiveFloor>, batch: PriceBatch): void {
  const receivedAtMs = Date.now();
  for (const { collectibleId, matchId, floorCents } of batch.values()) {
    const current = floors[matchId];
    const isLowest = current === undefined || (floorCents !== null && floorCents <= current.cents);
    if (floorCents !== null && isLowest)
      floors[matchId] = { cents: floorCents, collectibleId, receivedAtMs };
    // The lowest has risen: which is lowest now is unknown until the list is fetched again.
    else if (current?.collectibleId === collectibleId) delete floors[matchId];
  }
}

const selectFloors = matchListApi.endpoints.getLiveFloors.select();

export const selectLiveFloor = (state: RootState, matchId: string): LiveFloor | undefined =>
  selectFloors(state).data?.[matchId];
