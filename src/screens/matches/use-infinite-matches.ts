/** Pages of matches, joined as they are asked for. A new search starts again. */
import { useDeferredValue, useEffect, useState } from 'react';
import { useGetMatchesQuery, useLazyGetMatchesQuery } from '#store/api/monitoring-api.ts';
import type { Match } from '#store/api/types.ts';
import type { MatchSearch } from './use-search-state.ts';

const pageSize = '50';

export function useInfiniteMatches(search: MatchSearch) {
  const q = useDeferredValue(search.q.trim());
  const query = {
    limit: pageSize,
    sort: search.sort,
    ...(q === '' ? {} : { q }),
    ...(search.watched ? { watched: 'true' as const } : {}),
  };
  const key = JSON.stringify(query);
  const first = useGetMatchesQuery(query);
  const [ask, { isFetching: loadingMore }] = useLazyGetMatchesQuery();
  const [rest, setRest] = useState<{
    readonly items: readonly Match[];
    readonly next: string | null;
  } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search or a fresh first page drops the older pages
  useEffect(() => setRest(null), [key, first.data]);
  const next = rest === null ? (first.data?.nextCursor ?? null) : rest.next;
  return {
    items: first.data === undefined ? null : [...first.data.items, ...(rest?.items ?? [])],
    hasMore: next !== null,
    loadingMore,
    error: first.error === undefined || first.data !== undefined ? null : messageOf(first.error),
    retry: first.refetch,
    async more() {
      if (next === null) return;
      const { data } = await ask({ ...query, cursor: next });
      if (data === undefined) return;
      setRest((old) => ({ items: [...(old?.items ?? []), ...data.items], next: data.nextCursor }));
    },
  };
}

const messageOf = (error: { message?: string }): string =>
  error.message ?? 'No se han podido leer los partidos.';
