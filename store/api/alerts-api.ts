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
import { largestPage } from './largest-page.ts';
import { type ApiError, exportTimeoutMs } from './reauth-base-query.ts';

/** Filter of the history; paging is internal. */
export type AlertHistoryFilter = Omit<AlertsQuery, 'limit' | 'cursor'>;

const pageSize = '50';
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

export const alertsApi = baseApi.injectEndpoints({
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
        const marked = markReadInCache(dispatch as AppDispatch, getState() as RootState, ids);
        try {
          const { data } = await queryFulfilled;
          setUnreadInCache(dispatch as AppDispatch, getState() as RootState, data.unread);
        } catch {
          markUnreadInCache(dispatch as AppDispatch, getState() as RootState, marked);
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
        let cursor: string | null = null;
        do {
          const answer = await send({ url, params: toPageQuery(filter, largestPage, cursor) });
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
  useDownloadAlertsMutation,
} = alertsApi;

/** Patches every cached page of alerts. */
function onCachedPages(
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

interface MarkedAsRead {
  readonly ids: ReadonlySet<string>;
  readonly count: number;
}

/** @param ids null = all. @returns what was unread before */
function markReadInCache(
  dispatch: AppDispatch,
  state: RootState,
  ids: ReadonlySet<string> | null,
): MarkedAsRead {
  const marked = new Set<string>();
  let count = ids?.size ?? 0;
  onCachedPages(dispatch, state, (page) => {
    if (ids === null) count = Math.max(count, page.unread);
    page.unread = ids === null ? 0 : Math.max(0, page.unread - ids.size);
    for (const item of page.items) {
      if (item.read || (ids !== null && !ids.has(item.id))) continue;
      marked.add(item.id);
      item.read = true;
    }
  });
  return { ids: marked, count };
}

/** By id, not by position: an alert that arrived meanwhile has moved the others. */
function markUnreadInCache(dispatch: AppDispatch, state: RootState, marked: MarkedAsRead): void {
  onCachedPages(dispatch, state, (page) => {
    page.unread += marked.count;
    for (const item of page.items) if (marked.ids.has(item.id)) item.read = false;
  });
}

function setUnreadInCache(dispatch: AppDispatch, state: RootState, unread: number): void {
  onCachedPages(dispatch, state, (page) => {
    page.unread = unread;
  });
}
