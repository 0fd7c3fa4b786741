/** Search, filters and order of a match's collectibles, in the URL query. */
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type CollectibleSearch, type CollectibleSort, tableSorts } from './filter-collectibles.ts';

const names = { q: 'q', category: 'categoria', listed: 'venta', sort: 'orden' } as const;

/** Values of the URL parameter: `precio` ascending, `-precio` descending. */
const sortWords: Readonly<Record<CollectibleSort, string>> = {
  name: 'nombre',
  floor: 'precio',
  change: 'cambio',
  listings: 'oferta',
  lastSale: 'venta',
};

export function useCollectibleSearchParams() {
  const [params, setParams] = useSearchParams();
  const q = params.get(names.q) ?? '';
  const category = params.get(names.category) ?? '';
  const listed = params.get(names.listed) === '1';
  const order = params.get(names.sort);
  const search: CollectibleSearch = useMemo(
    () => ({ q, category, listed, sort: sortOf(order) }),
    [q, category, listed, order],
  );
  const set = useCallback(
    (part: Partial<CollectibleSearch>) => {
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          for (const [key, text] of Object.entries(paramsOf(part))) {
            if (text === '') next.delete(key);
            else next.set(key, text);
          }
          return next;
        },
        { replace: true },
      );
    },
    [setParams],
  );
  return { search, set };
}

function paramsOf({ q, category, listed, sort }: Partial<CollectibleSearch>) {
  return {
    ...(q === undefined ? {} : { [names.q]: q }),
    ...(category === undefined ? {} : { [names.category]: category }),
    ...(listed === undefined ? {} : { [names.listed]: listed ? '1' : '' }),
    ...(sort === undefined ? {} : { [names.sort]: sort === null ? '' : orderOf(sort) }),
  };
}

const orderOf = ({ by, descending }: NonNullable<CollectibleSearch['sort']>): string =>
  `${descending ? '-' : ''}${sortWords[by]}`;

function sortOf(text: string | null): CollectibleSearch['sort'] {
  const descending = text?.startsWith('-') ?? false;
  const word = descending ? text?.slice(1) : text;
  const by = tableSorts.find((sort) => sortWords[sort] === word);
  return by === undefined ? null : { by, descending };
}
