/** Alert history endpoints: infinite query, optimistic mark as read, download. */
import type {
  AlertItem,
  AlertsPage,
  AlertsPatch,
  AlertsPatched,
  AlertsQuery,
} from '#contract/alerts.ts';
import type { FileFormat } from '#contract/threshold-import-export.ts';
import type { AppDispatch, RootState } from '../app-store.ts';
import { baseApi } from './base-api.ts';
import { textOrError } from './import-export-api.ts';
import { byCursor, pageParams, readPages } from './pages.ts';
import { type ApiError, exportTimeoutMs } from './reauth-base-query.ts';

/** Filter of the history; paging is internal. */
export type AlertHistoryFilter = Omit<AlertsQuery, 'limit' | 'cursor'>;

const pageSize = '50';
const url = 'api/users/alerts';

export const alertsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getAlertHistory: build.infiniteQuery<AlertsPage, AlertHistoryFilter, string | null>({
      infiniteQueryOptions: byCursor,
      query: ({ queryArg, pageParam }) => ({
        url,
        params: { ...queryArg, ...pageParams(pageParam, pageSize) },
      }),
      providesTags: ['Alerts'],
    }),
    markAlertsRead: build.mutation<AlertsPatched, AlertsPatch>({
      query: (body) => ({ url, method: 'PATCH', body }),
      async onQueryStarted(patch, { dispatch, getState, queryFulfilled }) {
        const onPages = (change: (page: AlertsPage) => void) =>
          changeCachedPages(dispatch as AppDispatch, getState() as RootState, change);
        const ids = 'ids' in patch ? new Set(patch.ids) : null;
        const marked = new Set<string>();
        let count = ids?.size ?? 0;
        // Patched in place: an alert marked as read stays in a list of unread ones.
        onPages((page) => {
          if (ids === null) count = Math.max(count, page.unread);
          page.unread = ids === null ? 0 : Math.max(0, page.unread - ids.size);
          for (const item of page.items) {
            if (item.read || (ids !== null && !ids.has(item.id))) continue;
            marked.add(item.id);
            item.read = true;
          }
        });
        try {
          const { data } = await queryFulfilled;
          onPages((page) => {
            page.unread = data.unread;
          });
        } catch {
          // By id, not by position: an alert that arrived meanwhile has moved the others.
          onPages((page) => {
            page.unread += count;
            for (const item of page.items) if (marked.has(item.id)) item.read = false;
          });
        }
      },
      invalidatesTags: (_result, _error, patch) => ('all' in patch ? ['Alerts'] : []),
    }),
    /** CSV as the server writes it; JSON as one text `{ items }` of all pages. */
    downloadAlerts: build.mutation<string, { format: FileFormat; filter: AlertHistoryFilter }>({
      async queryFn({ format, filter }, _api, _options, send) {
        if (format === 'csv') {
          const { error, data } = await send({
            url,
            params: filter,
            headers: { accept: 'text/csv' },
            responseHandler: textOrError,
            timeout: exportTimeoutMs,
          });
          return error ? { error: error as ApiError } : { data: data as string };
        }
        const items: AlertItem[] = [];
        const { error } = await readPages<AlertItem>(send, { url, params: filter }, (page) =>
          items.push(...page),
        );
        return error ? { error } : { data: `${JSON.stringify({ items }, null, 2)}\n` };
      },
    }),
  }),
});

export const {
  useGetAlertHistoryInfiniteQuery,
  useMarkAlertsReadMutation,
  useDownloadAlertsMutation,
} = alertsApi;

function changeCachedPages(
  dispatch: AppDispatch,
  state: RootState,
  change: (page: AlertsPage) => void,
): void {
  const { util } = alertsApi;
  for (const args of util.selectCachedArgsForQuery(state, 'getAlerts')) {
    dispatch(util.updateQueryData('getAlerts', args, change));
  }
  for (const args of util.selectCachedArgsForQuery(state, 'getAlertHistory')) {
    dispatch(util.updateQueryData('getAlertHistory', args, ({ pages }) => pages.forEach(change)));
  }
}
