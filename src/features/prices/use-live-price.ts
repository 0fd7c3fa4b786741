/** Collectibles as they stand now: whoever shows a price is drawn again when that price changes, and only then. */
import { createSelector } from '@reduxjs/toolkit';
import { useCallback, useMemo } from 'react';
import { livePriceOf, selectLivePrices } from '#store/api/live-prices-api.ts';
import { mergeLivePrice, type Priced } from '#store/api/merge-live-price.ts';
import { useAppSelector, useAppStore } from '#store/app-store.ts';

export function useLivePrice<Item extends Priced>(item: Item): Item {
  const live = useAppSelector((state) => livePriceOf(selectLivePrices(state), item.id));
  return mergeLivePrice(item, live);
}

/** The lowest price among them; null when none of them is on sale. */
export function useLiveFloor(items: readonly Priced[]): number | null {
  const select = useMemo(
    () =>
      createSelector([selectLivePrices], (prices) => {
        let lowest: number | null = null;
        for (const item of items) {
          const { floorCents } = mergeLivePrice(item, livePriceOf(prices, item.id));
          if (floorCents !== null && (lowest === null || floorCents < lowest)) lowest = floorCents;
        }
        return lowest;
      }),
    [items],
  );
  return useAppSelector(select);
}

/** An item as it stands when it is asked for; nobody is drawn again for it. */
export function useGetCurrentPrice(): <Item extends Priced>(item: Item) => Item {
  const store = useAppStore();
  return useCallback(
    (item) => mergeLivePrice(item, livePriceOf(selectLivePrices(store.getState()), item.id)),
    [store],
  );
}
