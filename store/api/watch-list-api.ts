/** Watch list with seven-day sparklines, as an infinite query. */
import type { CollectiblesPage } from '#contract/monitoring.ts';
import { baseApi } from './base-api.ts';
import { byCursor, pageParams } from './pages.ts';

export const watchListApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getWatchList: build.infiniteQuery<CollectiblesPage, void, string | null>({
      infiniteQueryOptions: byCursor,
      query: ({ pageParam }) => ({
        url: 'api/monitoring/raw',
        params: { watched: 'true', spark: '7d', ...pageParams(pageParam) },
      }),
      providesTags: ['WatchedCollectibles'],
    }),
  }),
});

export const { useGetWatchListInfiniteQuery } = watchListApi;
