/**
 * A match, the price histories of its collectibles and the statistics of its categories, cached apart: one request opens
 * it, a tab fetches its history and statistics, a range its history.
 */
import type { PriceUpdate } from '#contract/live-stream.ts';
import type {
  Collectible,
  History,
  HistoryQuery,
  MatchDetail,
  MatchQuery,
  Statistics,
} from '#contract/monitoring.ts';
import { baseApi } from './base-api.ts';
import { followPriceBatches } from './follow-price-batches.ts';
import type { ApiError } from './reauth-base-query.ts';

export type MatchOverview = Omit<MatchDetail, 'history' | 'categoryStatistics'>;

const historyApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getHistory: build.query<History, Pick<HistoryQuery, 'collectible' | 'range'>>({
      query: (params) => ({ url: 'api/monitoring/history', params }),
      providesTags: ['Match'],
      // Of the chart's history alone; lists show live prices from live-prices-api.ts.
      onCacheEntryAdded: ({ collectible }, entry) =>
        followPriceBatches(entry, (batch) => {
          const update = batch.get(collectible);
          return update === undefined ? null : (history) => appendPrice(history, update);
        }),
    }),
  }),
});

export const matchApi = historyApi.injectEndpoints({
  endpoints: (build) => ({
    getMatch: build.query<MatchOverview, Pick<MatchQuery, 'id' | 'collectible' | 'range'>>({
      async queryFn(params, { dispatch }, _options, send) {
        const answer = await send({ url: 'api/monitoring/match', params });
        if (answer.error) return { error: answer.error as ApiError };
        const { history, categoryStatistics, ...match } = answer.data as MatchDetail;
        if (history !== null) dispatch(cacheHistory(history));
        const charted = match.collectibles.find(({ id }) => id === history?.collectibleId);
        if (charted !== undefined && categoryStatistics !== null)
          dispatch(cacheStatistics(charted, categoryStatistics));
        return { data: match };
      },
      // Collectible and range choose the history that comes along; the match is the same without them.
      serializeQueryArgs: ({ endpointName, queryArgs: { id } }) => `${endpointName}(${id})`,
      providesTags: ['Match'],
    }),
  }),
});

export const { useGetHistoryQuery, useGetMatchQuery } = matchApi;

const cacheHistory = (value: History) =>
  historyApi.util.upsertQueryEntries([
    {
      endpointName: 'getHistory',
      arg: { collectible: value.collectibleId, range: value.range },
      value,
    },
  ]);

const cacheStatistics = ({ matchId, category }: Collectible, value: Statistics) =>
  baseApi.util.upsertQueryEntries([
    { endpointName: 'getStats', arg: { match: matchId, category }, value },
  ]);

function appendPrice({ points }: History, { floorCents, observedAt }: PriceUpdate): void {
  const newest = points.at(-1);
  // A resumed stream may resend prices already fetched.
  if (newest !== undefined && newest.at >= observedAt) return;
  points.push({ at: observedAt, floorCents, late: false });
}
