/** Watch list with seven-day sparklines, as an infinite query. */
import type { CollectiblesPage } from '#contract/monitoring.ts';
import { baseApi } from './base-api.ts';
import { largestPage } from './largest-page.ts';

export const watchListApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getWatchList: build.infiniteQuery<CollectiblesPage, void, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      },
      query: ({ pageParam }) => ({
        url: 'api/monitoring/raw',
        params: {
          watched: 'true',
          spark: '7d',
          limit: largestPage,
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
      }),
      providesTags: ['WatchedCollectibles'],
    }),
  }),
});

export const { useGetWatchListInfiniteQuery } = watchListApi;
