/** Alert history endpoints: infinite query, optimistic mark as read, JSON download. */
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

/** Filter of the history; paging is internal. */
export type AlertHistoryFilter = Omit<AlertsQuery, 'limit' | 'cursor'>;

const pageSize = '50';
/** The server's maximum. */
const exportPageSize = '500';
const url = 'api/users/alerts';

const toPageQuery = (
  filter: AlertHistoryFilter,
  limit: string,
  cursor: string | null,
): AlertsQuery => ({
  ...filter,
  limit,
  ...(cursor === null ? {} : { cursor }),
});

const alertsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getAlertHistory: build.infiniteQuery<AlertsPage, AlertHistoryFilter, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ nextCursor }) => nextCursor,
      },
      query: ({ queryArg, pageParam }) => ({
        url,
        params: toPageQuery(queryArg, pageSize, pageParam),
      }),
      providesTags: ['Alerts'],
    }),
    markAlertsRead: build.mutation<AlertsPatched, AlertsPatch>({
      query: (body) => ({ url, method: 'PATCH', body }),
      async onQueryStarted(patch, { dispatch, getState, queryFulfilled }) {
        const ids = 'ids' in patch ? new Set(patch.ids) : null;
        // Patched in place: an alert marked as read stays in a list of unread ones.
        const undo = markReadInCache(dispatch as AppDispatch, getState() as RootState, ids);
        try {
          const { data } = await queryFulfilled;
          setUnreadInCache(dispatch as AppDispatch, getState() as RootState, data.unread);
        } catch {
          undo();
        }
      },
      invalidatesTags: (_result, _error, patch) => ('all' in patch ? ['Alerts'] : []),
    }),
    /** All pages as one JSON text `{ items }`. */
    downloadAlertsAsJson: build.mutation<string, AlertHistoryFilter>({
      async queryFn(filter, _api, _options, send) {
        const items: AlertItem[] = [];
        let cursor: string | null = null;
        do {
          const answer = await send({ url, params: toPageQuery(filter, exportPageSize, cursor) });
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

/** Patches every cached page of alerts. @returns undo function */
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

/** @param ids null = all */
function markReadInCache(dispatch: AppDispatch, state: RootState, ids: ReadonlySet<string> | null) {
  return onCachedPages(dispatch, state, (page) => {
    page.unread = ids === null ? 0 : Math.max(0, page.unread - ids.size);
    for (const item of page.items) if (ids === null || ids.has(item.id)) item.read = true;
  });
}

function setUnreadInCache(dispatch: AppDispatch, state: RootState, unread: number): void {
  onCachedPages(dispatch, state, (page) => {
    page.unread = unread;
  });
}
