/** Stores the watch list's prices on this device: when they are loaded, and, while they are live, every minute and when the page is left. */
import { useEffect, useEffectEvent } from 'react';
import { ruleSentence } from '#src/copy/thresholds.ts';
import { targetNameOf } from '#src/features/watch-list/target-name-of.ts';
import {
  filterAndSortRows,
  isCrossed,
  type WatchRow,
} from '#src/features/watch-list/watch-list-rows.ts';
import { useAppSelector } from '#store/app-store.ts';
import { selectConnection, selectLastActivityAtMs } from '#store/live.slice.ts';
import { type LastPrice, writeLastPrices } from './last-prices-storage.ts';

const intervalMs = 60_000;
/** Some tens of kilobytes; nobody reads more without a network. */
const maxPrices = 200;

/** @param rows with live prices; null until they are loaded */
export function useStoredLastPrices(rows: readonly WatchRow[] | null): void {
  const connection = useAppSelector(selectConnection);
  const hasConnected = useAppSelector(selectLastActivityAtMs) !== null;
  const isCurrent = connection === 'open' || connection === 'polled';
  const isFirst = connection === 'connecting' && !hasConnected;
  const store = useEffectEvent((haveJustBeenRead: boolean) => {
    // Otherwise the prices on screen age, and what is stored has its age already.
    if (rows !== null && (isCurrent || (isFirst && haveJustBeenRead)))
      writeLastPrices(toLastPrices(rows));
  });
  const isLoaded = rows !== null;
  useEffect(() => {
    if (!isLoaded) return;
    let tickedAtMs = Date.now();
    // A device that has slept does not know at once that its connection is lost.
    let isAwake = true;
    const hasSlept = () => Date.now() - tickedAtMs > 2 * intervalMs;
    const storeWhen = (isHidden: boolean) => {
      if (document.hidden === isHidden && isAwake && !hasSlept()) store(false);
    };
    if (!document.hidden) store(true);
    const timer = setInterval(() => {
      isAwake = !hasSlept();
      tickedAtMs = Date.now();
      storeWhen(false);
    }, intervalMs);
    const storeWhenHidden = () => storeWhen(true);
    document.addEventListener('visibilitychange', storeWhenHidden);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', storeWhenHidden);
    };
  }, [isLoaded]);
}

function toLastPrices(rows: readonly WatchRow[]) {
  const nearest = filterAndSortRows(rows, { q: '', filter: 'all', order: 'near' });
  const prices = nearest.slice(0, maxPrices).map(toLastPrice);
  return { atMs: Date.now(), prices, omitted: nearest.length - prices.length };
}

function toLastPrice(row: WatchRow): LastPrice {
  const { key, item, nearest } = row;
  const { matchName: match, currency, floorCents } = item;
  const rule = nearest === null ? null : ruleSentence(nearest.threshold);
  return {
    key,
    match,
    target: targetNameOf(row),
    currency,
    floorCents,
    rule,
    isCrossed: isCrossed(row),
  };
}
