/** Live price hooks: a component re-renders only when a price it uses changes. */
import { createSelector } from '@reduxjs/toolkit';
import { useCallback, useEffect, useMemo } from 'react';
import { lowestPrice } from '#domain/lowest-price.ts';
import { livePriceOf, selectLivePrices } from '#store/api/live-prices-api.ts';
import { type LivePriceFields, mergeLivePrice } from '#store/api/merge-live-price.ts';
import type { AppThunk } from '#store/app-store.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '#store/app-store.ts';

/** The live stream has the prices of these matches while the component is mounted. */
export function useLiveMatches(matchIds: readonly string[]): void {
  const dispatch = useAppDispatch();
  // By value: lists are often made anew.
  const key = [...new Set(matchIds)].sort().join();
  useEffect(
    () => (key === '' ? undefined : dispatch(showMatches(key.split(',')))),
    [dispatch, key],
  );
}

export function useLivePrice<Item extends LivePriceFields>(item: Item): Item {
  useLiveMatches([item.matchId]);
  const live = useAppSelector((state) => livePriceOf(selectLivePrices(state), item.id));
  return mergeLivePrice(item, live);
}

/** Lowest live price of the items, in cents; null when none is on sale. */
export function useLiveFloor(items: readonly LivePriceFields[]): number | null {
  useLiveMatches(useMemo(() => [...new Set(items.map(({ matchId }) => matchId))], [items]));
  const select = useMemo(
    () =>
      createSelector([selectLivePrices], (prices) =>
        lowestPrice(
          items.map((item) => mergeLivePrice(item, livePriceOf(prices, item.id)).floorCents),
        ),
      ),
    [items],
  );
  return useAppSelector(select);
}

/** @returns function that reads an item with its live price on demand, without subscribing */
export function useMergeLivePrice(): <Item extends LivePriceFields>(item: Item) => Item {
  const store = useAppStore();
  return useCallback(
    (item) => mergeLivePrice(item, livePriceOf(selectLivePrices(store.getState()), item.id)),
    [store],
  );
}

/** The live stream has the prices of these matches until the function returned is called. */
const showMatches =
  (matchIds: readonly string[]): AppThunk<(() => void) | undefined> =>
  (_dispatch, _getState, { shownMatches }) =>
    shownMatches?.show(matchIds);
