/** The list of thresholds, page by page. */
import type { ThresholdsPage, ThresholdsQuery } from '#contract/thresholds.ts';
import { baseApi } from './base-api.ts';
import { byCursor, pageParams } from './pages.ts';
import { thresholdsUrl } from './settings-changes.ts';

/** Filters and order of the list; paging is internal. */
export type ListQuery = Omit<ThresholdsQuery, 'cursor' | 'limit' | 'format'>;

export const thresholdsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getThresholds: build.infiniteQuery<ThresholdsPage, ListQuery, string | null>({
      infiniteQueryOptions: byCursor,
      query: ({ queryArg, pageParam }) => ({
        url: thresholdsUrl,
        params: { ...queryArg, ...pageParams(pageParam) },
      }),
      providesTags: ['Thresholds'],
    }),
  }),
});

export const { useGetThresholdsInfiniteQuery } = thresholdsApi;
