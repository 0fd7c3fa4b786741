/** What stands out in the whole market. */
import type { Discovery } from '#contract/monitoring.ts';
import { baseApi } from './base-api.ts';

export const { useGetDiscoveryQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getDiscovery: build.query<Discovery, void>({
      query: () => 'api/monitoring/discovery',
      // Asked for again when the section is opened a minute later: prices have moved.
      keepUnusedDataFor: 60,
    }),
  }),
});
