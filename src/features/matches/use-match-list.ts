/** The matches a search finds, as far as they were looked at; the next page comes when the end is near. */
import { useCallback, useDeferredValue, useMemo } from 'react';
import { useGetLiveFloorsQuery, useGetMatchListInfiniteQuery } from '#store/api/match-list-api.ts';
import type { MatchSearch } from './use-match-search-params.ts';

/** The stream tells prices; what it cannot tell, such as offers, is read again now and then. */
const pollIntervalMs = 60_000;

export function useMatchList(search: MatchSearch) {
  const q = useDeferredValue(search.q.trim());
  const { stage, city, sort, watched } = search;
  const query = {
    sort,
    ...(q === '' ? {} : { q }),
    ...(stage === '' ? {} : { stage }),
    ...(city === '' ? {} : { city }),
    ...(watched ? { watched: 'true' as const } : {}),
  };
  useGetLiveFloorsQuery();
  const list = useGetMatchListInfiniteQuery(query, {
    pollingInterval: pollIntervalMs,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: 30,
  });
  const { data, error, hasNextPage, isFetchingNextPage, isError, fetchNextPage } = list;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? null, [data]);
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return {
    isLoading: list.isLoading,
    items,
    /** null until the last page is there. */
    total: items === null || hasNextPage ? null : items.length,
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    /** The first page did not come. */
    error: isError && items === null ? messageOf(error) : null,
    /** A later one did not. */
    moreFailed: isError && items !== null && hasNextPage,
    retry: list.refetch,
    more,
  };
}

const messageOf = (error: { message?: string } | undefined): string =>
  error?.message ?? 'No se han podido leer los partidos.';
