/** Thresholds found by a search: all pages, each row with what the settings say now, which show a change at once. */
import { useDeferredValue, useMemo } from 'react';
import { thresholdListCopy as copy } from '#src/copy/threshold-list.ts';
import { unreadText } from '#src/features/errors/to-display-error.ts';
import { useAllPages } from '#src/hooks/use-all-pages.ts';
import type { Settings, ThresholdItem } from '#store/api/api-types.ts';
import { useGetSettingsQuery } from '#store/api/base-api.ts';
import { useGetThresholdsInfiniteQuery } from '#store/api/thresholds-api.ts';
import { type ListSearch, toListQuery } from './use-threshold-search-params.ts';

/** Values of collectibles come by the live stream; the cheapest of a match and the order only by polling. */
const pollIntervalMs = 60_000;

export function useThresholdList(search: ListSearch) {
  const q = useDeferredValue(search.q);
  const list = useGetThresholdsInfiniteQuery(toListQuery({ ...search, q }), {
    pollingInterval: pollIntervalMs,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: 30,
  });
  const settings = useGetSettingsQuery();
  const { isError } = list;
  // A plan bounds how many there are, and a selection needs them all.
  useAllPages(list);
  // The rows of the last search stay until those of this one arrive, but not when they cannot be read.
  const data = isError ? list.currentData : list.data;
  const rows = useMemo(
    () =>
      data &&
      withSettings(
        data.pages.flatMap(({ items }) => items),
        settings.data,
      ),
    [data, settings.data],
  );
  return {
    queries: [list, settings],
    /** null until they have loaded. */
    rows: rows ?? null,
    countByStatus: data?.pages[0]?.byStatus,
    isOutdated: data !== undefined && list.currentData === undefined,
    /** Message when a page failed. */
    error: isError ? unreadText(list.error, copy.notRead) : null,
    retry: list.refetch,
  };
}

/** Rows whose threshold is deleted are left out. */
function withSettings(
  items: readonly ThresholdItem[],
  settings: Settings | undefined,
): readonly ThresholdItem[] {
  if (settings === undefined) return items;
  const { configuracion, states } = settings;
  return items.flatMap((item) => {
    const threshold = configuracion.umbrales[item.id];
    const state = states[item.id];
    if (threshold === undefined || state === undefined) return [];
    return [{ ...item, threshold, state }];
  });
}
