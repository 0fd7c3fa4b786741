/** The alert history: read page by page, marked as read at once, taken along whole. */
import type {
  AlertItem,
  AlertsPage,
  AlertsPatch,
  AlertsPatched,
  AlertsQuery,
} from '#contract/alerts.ts';
import type { AppDispatch, RootState } from '../app-store.ts';
import { baseApi } from './base-api.ts';
import type { ApiError } from './reauth-base-query.ts';

/** Which alerts; how many at a time is not the reader's business. */
export type AlertFilter = Omit<AlertsQuery, 'limit' | 'cursor'>;

const pageSize = '50';
/** As many as the server gives at once. */
const exportPageSize = '500';
const url = 'api/users/alerts';

const paged = (filter: AlertFilter, limit: string, cursor: string | null): AlertsQuery => ({
  ...filter,
  limit,
  ...(cursor === null ? {} : { cursor }),
});

const alertsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getAlertHistory: build.infiniteQuery<AlertsPage, AlertFilter, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ nextCursor }) => nextCursor,
      },
      query: ({ queryArg, pageParam }) => ({ url, params: paged(queryArg, pageSize, pageParam) }),
      providesTags: ['Alerts'],
    }),
    markAlertsRead: build.mutation<AlertsPatched, AlertsPatch>({
      query: (body) => ({ url, method: 'PATCH', body }),
      async onQueryStarted(asked, { dispatch, getState, queryFulfilled }) {
        const ids = 'ids' in asked ? new Set(asked.ids) : null;
        // In place: what is being read stays where it is, also in a list of what is unread.
        const undo = markInCache(dispatch as AppDispatch, getState() as RootState, ids);
        try {
          const { data } = await queryFulfilled;
          countInCache(dispatch as AppDispatch, getState() as RootState, data.unread);
        } catch {
          undo();
        }
      },
      invalidatesTags: (_result, _error, asked) => ('all' in asked ? ['Alerts'] : []),
    }),
    /** The items as the API gives them, every page of them, as one JSON text. */
    downloadAlertsAsJson: build.mutation<string, AlertFilter>({
      async queryFn(filter, _api, _options, ask) {
        const items: AlertItem[] = [];
        let cursor: string | null = null;
        do {
          const answer = await ask({ url, params: paged(filter, exportPageSize, cursor) });
          if (answer.error) return { error: answer.error as ApiError };
          const page = answer.data as AlertsPage;
          items.push(...page.items);
          cursor = page.nextCursor;
        } while (cursor !== null);
        return { data: `${JSON.stringify({ items }, null, 2)}\n` };
      },
    }),
  }),
});

export const {
  useGetAlertHistoryInfiniteQuery,
  useMarkAlertsReadMutation,
  useDownloadAlertsAsJsonMutation,
} = alertsApi;

/** Runs on every cached page of alerts. @returns how to take it back */
function onCachedPages(
  dispatch: AppDispatch,
  state: RootState,
  change: (page: AlertsPage) => void,
): () => void {
  const { util } = alertsApi;
  const changes = [
    ...util
      .selectCachedArgsForQuery(state, 'getAlerts')
      .map((args) => dispatch(util.updateQueryData('getAlerts', args, change))),
    ...util
      .selectCachedArgsForQuery(state, 'getAlertHistory')
      .map((args) =>
        dispatch(
          util.updateQueryData('getAlertHistory', args, ({ pages }) => pages.forEach(change)),
        ),
      ),
  ];
  return () => {
    for (const { undo } of changes) undo();
  };
}

/** @param ids null = all of them */
function markInCache(dispatch: AppDispatch, state: RootState, ids: ReadonlySet<string> | null) {
  return onCachedPages(dispatch, state, (page) => {
    page.unread = ids === null ? 0 : Math.max(0, page.unread - ids.size);
    for (const item of page.items) if (ids === null || ids.has(item.id)) item.read = true;
  });
}

function countInCache(dispatch: AppDispatch, state: RootState, unread: number): void {
  onCachedPages(dispatch, state, (page) => {
    page.unread = unread;
  });
}
