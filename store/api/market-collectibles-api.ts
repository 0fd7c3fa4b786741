/** Collectibles of the whole market, of the watched matches or of a search, in one answer: for a template of thresholds. */
import type { CollectiblesPage } from '#contract/monitoring.ts';
import type { Collectible } from './api-types.ts';
import { baseApi } from './base-api.ts';
import { largestPage } from './largest-page.ts';

/** Ten of the largest pages: more than a plan's thresholds. */
const maxPages = 10;

export interface MarketCollectibles {
  readonly items: readonly Collectible[];
  /** Whether there are more than were read. */
  readonly isPartial: boolean;
}

export const marketCollectiblesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getMarketCollectibles: build.query<MarketCollectibles, { readonly watched: boolean }>({
      async queryFn({ watched }, _api, _options, send) {
        const items: Collectible[] = [];
        let cursor: string | null = null;
        for (let pages = 0; pages < maxPages; pages += 1) {
          const params: Record<string, string> = {
            limit: largestPage,
            ...(watched && { watched: 'true' }),
            ...(cursor !== null && { cursor }),
          };
          const answer = await send({ url: 'api/monitoring/raw', params });
          if (answer.error !== undefined) return { error: answer.error };
          const page = answer.data as CollectiblesPage;
          items.push(...page.items);
          cursor = page.nextCursor;
          if (cursor === null) break;
        }
        return { data: { items, isPartial: cursor !== null } };
      },
      providesTags: ['WatchedCollectibles'],
      // A line is a share of the price now.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetMarketCollectiblesQuery } = marketCollectiblesApi;
