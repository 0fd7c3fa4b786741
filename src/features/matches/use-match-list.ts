/** Infinite query of the match list for a search, with live floors and polling. */
import { useCallback, useDeferredValue, useMemo } from 'react';
import { matchesCopy } from '#src/copy/matches.ts';
import { useGetLiveFloorsQuery, useGetMatchListInfiniteQuery } from '#store/api/match-list-api.ts';
import { unreadText } from '../errors/to-display-error.ts';
import type { MatchSearch } from './use-match-search-params.ts';

/** Prices come by the live stream; offers and the rest only by polling. */
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
  const { error, hasNextPage, isFetchingNextPage, isError, fetchNextPage } = list;
  // The rows of the last search stay until those of this one arrive, but not when they cannot be read.
  const data = isError ? list.currentData : list.data;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? null, [data]);
  const loadMore = useCallback(() => {
    // While a page is under way, this asks for nothing.
    if (hasNextPage) void fetchNextPage();
  }, [hasNextPage, fetchNextPage]);
  return {
    isLoading: list.isLoading,
    /** The rows shown are those of the last search. */
    isOutdated: data !== undefined && list.currentData === undefined,
    items,
    /** null until the last page has loaded. */
    total: items === null || hasNextPage ? null : items.length,
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    /** Message when the first page failed; null otherwise. */
    error: isError && items === null ? unreadText(error, matchesCopy.notRead) : null,
    /** A later page failed. */
    moreFailed: isError && items !== null && hasNextPage,
    retry: list.refetch,
    loadMore,
  };
}
