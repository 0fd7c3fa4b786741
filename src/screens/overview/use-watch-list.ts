/** Data of the watch list (all pages), and hooks that merge live prices into its rows. */
import { useEffect, useMemo, useState } from 'react';
import { shallowEqual } from 'react-redux';
import { overviewCopy as copy } from '#src/copy/overview.ts';
import { unreadText } from '#src/features/errors/to-display-error.ts';
import { useLiveMatches } from '#src/features/prices/use-live-price.ts';
import {
  buildWatchRows,
  updateRowPrices,
  type WatchRow,
} from '#src/features/watch-list/watch-list-rows.ts';
import { useAllPages } from '#src/hooks/use-all-pages.ts';
import { useMinute } from '#src/hooks/use-minute.ts';
import type { Match } from '#store/api/api-types.ts';
import { useGetMatchesQuery, useGetSettingsQuery } from '#store/api/base-api.ts';
import { livePriceOf, selectLivePrices } from '#store/api/live-prices-api.ts';
import { mergeLivePrice } from '#store/api/merge-live-price.ts';
import { largestPage } from '#store/api/pages.ts';
import { useGetWatchListInfiniteQuery } from '#store/api/watch-list-api.ts';
import { useAppSelector, useAppStore } from '#store/app-store.ts';

/** Sampling interval of the headline and the order; each row shows its own price at once. */
const sampleIntervalMs = 1_000;

export function useWatchList() {
  const list = useGetWatchListInfiniteQuery();
  const { data, isError } = list;
  useAllPages(list);
  const matchesQuery = useGetMatchesQuery({ watched: 'true', limit: largestPage });
  const settingsQuery = useGetSettingsQuery();
  const { data: matches } = matchesQuery;
  const { data: settings } = settingsQuery;
  // A snooze ends by itself.
  const minute = useMinute();
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are built anew each minute
  const rows = useMemo(
    () =>
      data === undefined || settings === undefined
        ? null
        : buildWatchRows(
            data.pages.flatMap(({ items }) => items),
            settings,
          ),
    [data, settings, minute],
  );
  const watched = useMemo(() => byId(matches?.items), [matches]);
  // A threshold may be on a match that is not watched.
  const hasOthers =
    matches !== undefined && (rows ?? []).some(({ item }) => !watched.has(item.matchId));
  const { data: all } = useGetMatchesQuery({ limit: largestPage }, { skip: !hasOthers });
  const matchById = useMemo(
    () => (hasOthers ? byId([...(all?.items ?? []), ...watched.values()]) : watched),
    [all, hasOthers, watched],
  );
  const failed = [
    ...(isError ? [list] : []),
    ...[settingsQuery, matchesQuery].filter((query) => query.isError && query.data === undefined),
  ];
  return {
    /** Everything the list is loaded from. */
    queries: [list, matchesQuery, settingsQuery],
    settings,
    /** Rows as loaded, before live prices; null until then. */
    rows,
    /** By id. */
    watched,
    /** Those of all rows, by id. */
    matchById,
    error: failed[0] === undefined ? null : unreadText(failed[0].error, copy.notRead),
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}

const byId = (matches: readonly Match[] = []): ReadonlyMap<string, Match> =>
  new Map(matches.map((match) => [match.id, match]));

/** One row with live prices; re-renders only when one of its prices changes. */
export function useLiveRow(row: WatchRow): WatchRow {
  const live = useAppSelector((state) => {
    const prices = selectLivePrices(state);
    return row.collectibles.map(({ id }) => livePriceOf(prices, id));
  }, shallowEqual);
  return useMemo(
    () =>
      updateRowPrices(row, (item) => mergeLivePrice(item, live[row.collectibles.indexOf(item)])),
    [row, live],
  );
}

/** All rows with live prices sampled once a second, except while `isPaused`. */
export function useSampledRows(
  rows: readonly WatchRow[] | null,
  isPaused: () => boolean = never,
): readonly WatchRow[] {
  const store = useAppStore();
  useLiveMatches(useMemo(() => (rows ?? []).map(({ item }) => item.matchId), [rows]));
  const [prices, setPrices] = useState(() => selectLivePrices(store.getState()));
  useEffect(() => {
    const timer = setInterval(() => {
      if (!isPaused()) setPrices(selectLivePrices(store.getState()));
    }, sampleIntervalMs);
    return () => clearInterval(timer);
  }, [store, isPaused]);
  return useMemo(
    () =>
      (rows ?? []).map((row) =>
        updateRowPrices(row, (item) => mergeLivePrice(item, livePriceOf(prices, item.id))),
      ),
    [rows, prices],
  );
}

const never = () => false;
