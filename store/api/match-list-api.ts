/** The match list, page after page, and the lowest prices the stream has told of its matches. */
import type { MatchesPage, MatchesQuery } from '#contract/monitoring.ts';
import type { RootState } from '../app-store.ts';
import { baseApi } from './base-api.ts';
import type { PriceBatch } from './price-batcher.ts';
import type { ApiExtra } from './reauth-base-query.ts';

export type MatchSearch = Omit<MatchesQuery, 'cursor' | 'limit'>;

/** The lowest price told of a match since the list is looked at, and whose it is. */
interface LiveFloor {
  readonly cents: number;
  readonly collectibleId: string;
  readonly observedAt: string;
}

/** The most the server gives at once: an ordinary market is one page. */
const pageSize = '500';

const matchListApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getMatchList: build.infiniteQuery<MatchesPage, MatchSearch, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      },
      query: ({ queryArg, pageParam }) => ({
        url: 'api/monitoring/matches',
        params: {
          ...queryArg,
          limit: pageSize,
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
      }),
      providesTags: ['Matches'],
    }),
    getLiveFloors: build.query<Record<string, LiveFloor>, void>({
      queryFn: () => ({ data: {} }),
      async onCacheEntryAdded(_all, { extra, cacheDataLoaded, cacheEntryRemoved, ...entry }) {
        const { live } = extra as ApiExtra;
        const isThere = await cacheDataLoaded.then(
          () => true,
          () => false,
        );
        if (live === undefined || !isThere) return;
        const stop = live.subscribe((batch) =>
          entry.updateCachedData((draft) => put(draft, batch)),
        );
        await cacheEntryRemoved;
        stop();
      },
    }),
  }),
});

export const { useGetMatchListInfiniteQuery, useGetLiveFloorsQuery } = matchListApi;

function put(floors: Record<string, LiveFloor>, batch: PriceBatch): void {
  for (const { collectibleId, matchId, floorCents, observedAt } of batch.values()) {
    const held = floors[matchId];
    const isLowest = held === undefined || (floorCents !== null && floorCents <= held.cents);
    if (floorCents !== null && isLowest)
      floors[matchId] = { cents: floorCents, collectibleId, observedAt };
    // The lowest has risen: which is lowest now only the next reading of the list says.
    else if (held?.collectibleId === collectibleId) delete floors[matchId];
  }
}

const selectFloors = matchListApi.endpoints.getLiveFloors.select();

export const selectLiveFloor = (state: RootState, matchId: string): LiveFloor | undefined =>
  selectFloors(state).data?.[matchId];
