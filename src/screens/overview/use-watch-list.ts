/** What is under watch, to the last page, and how it stands now: as read, and as the stream has told since. */
import { useEffect, useMemo, useState } from 'react';
import { shallowEqual } from 'react-redux';
import {
  updateRowPrices,
  type WatchRow,
  watchRows,
} from '#src/features/watch-list/watch-list-rows.ts';
import { useGetConfigQuery, useGetMatchesQuery } from '#store/api/base-api.ts';
import { livePriceOf, selectLivePrices } from '#store/api/live-prices-api.ts';
import { mergeLivePrice } from '#store/api/merge-live-price.ts';
import type { Match } from '#store/api/types.ts';
import { useGetWatchedInfiniteQuery } from '#store/api/watch-list-api.ts';
import { useAppSelector, useAppStore } from '#store/app-store.ts';

/** Often enough for a headline; what one price does shows in its own row at once. */
const lookEveryMs = 1_000;

export function useWatchList() {
  const list = useGetWatchedInfiniteQuery();
  const { data, hasNextPage, isFetchingNextPage, isError, fetchNextPage } = list;
  const matchesRead = useGetMatchesQuery({ watched: 'true', limit: '500' });
  const settingsRead = useGetConfigQuery();
  const { data: matches } = matchesRead;
  const { data: settings } = settingsRead;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  const rows = useMemo(
    () =>
      data === undefined || settings === undefined
        ? null
        : watchRows(
            data.pages.flatMap(({ items }) => items),
            settings,
          ),
    [data, settings],
  );
  const matchOf = useMemo(
    () => new Map<string, Match>(matches?.items.map((match) => [match.id, match])),
    [matches],
  );
  return {
    /** What all of it is read from. */
    answers: [list, matchesRead, settingsRead],
    settings,
    /** As they were read; null before the first answer. */
    rows,
    matchOf,
    error: isError ? (list.error?.message ?? null) : null,
    retry: list.refetch,
  };
}

/** One row as it stands now: whoever shows it is drawn again when one of its prices changes, and only then. */
export function useLiveRow(row: WatchRow): WatchRow {
  const live = useAppSelector((state) => {
    const prices = selectLivePrices(state);
    return row.of.map(({ id }) => livePriceOf(prices, id));
  }, shallowEqual);
  return useMemo(
    () => updateRowPrices(row, (item) => mergeLivePrice(item, live[row.of.indexOf(item)])),
    [row, live],
  );
}

/** The rows as they stood at the last look; not looked while it is held. */
export function useSampledRows(
  rows: readonly WatchRow[] | null,
  isHeld: () => boolean = never,
): readonly WatchRow[] {
  const store = useAppStore();
  const [prices, setPrices] = useState(() => selectLivePrices(store.getState()));
  useEffect(() => {
    const timer = setInterval(() => {
      if (!isHeld()) setPrices(selectLivePrices(store.getState()));
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [store, isHeld]);
  return useMemo(
    () =>
      (rows ?? []).map((row) =>
        updateRowPrices(row, (item) => mergeLivePrice(item, livePriceOf(prices, item.id))),
      ),
    [rows, prices],
  );
}

const never = () => false;
