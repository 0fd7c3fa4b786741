/** Search, filter and order of the watch list, in the URL query. */
import type { WatchFilter, WatchOrder } from '#src/features/watch-list/watch-list-rows.ts';
import { choiceField, type SearchParamFields, textField } from '#src/hooks/search-param-fields.ts';
import { useSearchParamFields } from '#src/hooks/use-search-param-fields.ts';

export interface WatchSearch {
  readonly q: string;
  readonly filter: WatchFilter;
  readonly order: WatchOrder;
}

const fields: SearchParamFields<WatchSearch> = {
  q: textField('q'),
  filter: choiceField('ver', {
    all: null,
    near: 'a-punto',
    crossed: 'cruzados',
    silent: 'silencio',
    paused: 'pausa',
  }),
  order: choiceField('orden', { near: null, change: 'cambio', name: 'partido' }),
};

export const useWatchListSearchParams = () => useSearchParamFields(fields);
