/** Search, filters and order of the threshold list, in the URL query. */
import {
  choiceField,
  emptySearchOf,
  identifierField,
  type SearchParamFields,
  textField,
} from '#src/hooks/search-param-fields.ts';
import { useSearchParamFields } from '#src/hooks/use-search-param-fields.ts';
import type { ListQuery } from '#store/api/thresholds-api.ts';

export type StatusFilter = NonNullable<ListQuery['status']>;
export type ConditionFilter = NonNullable<ListQuery['condition']>;

export interface ListSearch {
  readonly q: string;
  readonly status: StatusFilter | '';
  readonly match: string;
  readonly condition: ConditionFilter | '';
  readonly sort: NonNullable<ListQuery['sort']>;
}

const fields: SearchParamFields<ListSearch> = {
  q: textField('q'),
  status: choiceField('estado', {
    '': null,
    starting: 'activando',
    watching: 'vigilando',
    crossed: 'cruzado',
    paused: 'pausado',
    snoozed: 'silenciado',
    closed: 'cerrado',
  }),
  match: identifierField('partido'),
  condition: choiceField('condicion', {
    '': null,
    below: 'por_debajo',
    above: 'por_encima',
    change: 'variacion',
    low: 'minimo',
  }),
  sort: choiceField('orden', {
    distance: null,
    match: 'partido',
    status: 'estado',
    created: 'recientes',
  }),
};

export const emptyThresholdSearch = emptySearchOf(fields);

export const useThresholdSearchParams = () => useSearchParamFields(fields);

export const countFilters = ({ q, status, match, condition }: ListSearch): number =>
  [q.trim(), status, match, condition].filter((value) => value !== '').length;

/** The query of the API. */
export function toListQuery({ q, status, match, condition, sort }: ListSearch) {
  const words = q.trim();
  return {
    sort,
    month: '30d',
    ...(words !== '' && { q: words }),
    ...(status !== '' && { status }),
    ...(match !== '' && { match }),
    ...(condition !== '' && { condition }),
  } satisfies ListQuery;
}
