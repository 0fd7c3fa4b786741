/** Changes the matches of the open live stream. */
import type { StreamMatches, StreamMatchesChanged } from '#contract/live-stream.ts';
import { baseApi } from './base-api.ts';

export const { changeStreamMatches } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    changeStreamMatches: build.mutation<StreamMatchesChanged, StreamMatches & { id: string }>({
      query: ({ id, ...body }) => ({ url: `api/monitoring/stream/${id}`, method: 'PUT', body }),
    }),
  }),
}).endpoints;
