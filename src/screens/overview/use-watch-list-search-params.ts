/** Search, filter and order of the watch list, in the URL query, so that links and back restore them. */
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { WatchFilter, WatchOrder } from '#src/features/watch-list/watch-list-rows.ts';

export interface WatchSearch {
  readonly q: string;
  readonly filter: WatchFilter;
  readonly order: WatchOrder;
}

const filters: Readonly<Record<string, WatchFilter>> = {
  'a-punto': 'near',
  cruzados: 'crossed',
  pausa: 'paused',
};
const orders: Readonly<Record<string, WatchOrder>> = { cambio: 'change', partido: 'name' };

export function useWatchListSearchParams() {
  const [params, setParams] = useSearchParams();
  const search: WatchSearch = {
    q: params.get('q') ?? '',
    filter: filters[params.get('ver') ?? ''] ?? 'all',
    order: orders[params.get('orden') ?? ''] ?? 'near',
  };
  const set = useCallback(
    (part: Partial<WatchSearch>) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          const setOrDelete = (name: string, text: string | undefined) => {
            if (text === undefined || text === '') next.delete(name);
            else next.set(name, text);
          };
          if (part.q !== undefined) setOrDelete('q', part.q);
          if (part.filter !== undefined) setOrDelete('ver', paramValueOf(filters, part.filter));
          if (part.order !== undefined) setOrDelete('orden', paramValueOf(orders, part.order));
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return { search, set };
}

const paramValueOf = (words: Readonly<Record<string, string>>, value: string): string | undefined =>
  Object.keys(words).find((word) => words[word] === value);
