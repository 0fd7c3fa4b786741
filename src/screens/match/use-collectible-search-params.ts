/** Search, filters and order of a match's collectibles, in the URL query. */
import {
  flagField,
  type SearchParamField,
  type SearchParamFields,
  textField,
} from '#src/hooks/search-param-fields.ts';
import { useSearchParamFields } from '#src/hooks/use-search-param-fields.ts';
import { type CollectibleSearch, type CollectibleSort, tableSorts } from './filter-collectibles.ts';

/** Values of the URL parameter: `precio` ascending, `-precio` descending. */
const sortWords: Readonly<Record<CollectibleSort, string>> = {
  name: 'nombre',
  floor: 'precio',
  change: 'cambio',
  listings: 'oferta',
  lastSale: 'venta',
};

const sortField: SearchParamField<CollectibleSearch['sort']> = {
  name: 'orden',
  parse(text) {
    const descending = text?.startsWith('-') ?? false;
    const word = descending ? text?.slice(1) : text;
    const by = tableSorts.find((sort) => sortWords[sort] === word);
    return by === undefined ? null : { by, descending };
  },
  format: (sort) => (sort === null ? null : `${sort.descending ? '-' : ''}${sortWords[sort.by]}`),
};

const fields: SearchParamFields<CollectibleSearch> = {
  q: textField('q'),
  category: textField('categoria'),
  listed: flagField('venta'),
  sort: sortField,
};

export const useCollectibleSearchParams = () => useSearchParamFields(fields);
