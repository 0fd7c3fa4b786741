/** Collectibles of the whole market, of the watched matches or of a search, in one answer: for a template of thresholds. */
import type { Collectible } from './api-types.ts';
import { baseApi } from './base-api.ts';
import { readPages } from './pages.ts';

/** Ten of the largest pages: more than a plan's thresholds. */
const maxPages = 10;

interface MarketCollectibles {
  readonly items: readonly Collectible[];
  /** Whether there are more than were read. */
  readonly isPartial: boolean;
}

export const marketCollectiblesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getMarketCollectibles: build.query<MarketCollectibles, { readonly watched: boolean }>({
      async queryFn({ watched }, _api, _options, send) {
        const pages: (readonly Collectible[])[] = [];
        const params = watched ? { watched: 'true' } : {};
        const read = await readPages<Collectible>(
          send,
          { url: 'api/monitoring/raw', params },
          (items) => pages.push(items) < maxPages,
        );
        return read.error ? read : { data: { items: pages.flat(), isPartial: read.isPartial } };
      },
      providesTags: ['WatchedCollectibles'],
      // A line is a share of the price now.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetMarketCollectiblesQuery } = marketCollectiblesApi;
