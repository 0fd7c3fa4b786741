/** The first collectibles whose category, name or match a search names. */
import type { CollectiblesPage } from '#contract/monitoring.ts';
import { baseApi } from './base-api.ts';

export const { useFindCollectiblesQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    findCollectibles: build.query<CollectiblesPage, string>({
      query: (q) => ({ url: 'api/monitoring/raw', params: { q, limit: '5' } }),
    }),
  }),
});
