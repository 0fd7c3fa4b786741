/** Search, filters and order of the threshold list, in the URL query. */
import { thresholdListCopy as copy } from '#src/copy/threshold-list.ts';
import {
  choiceField,
  emptySearchOf,
  identifierField,
  type SearchParamFields,
  textField,
} from '#src/hooks/search-param-fields.ts';
import { useSearchParamFields } from '#src/hooks/use-search-param-fields.ts';
import type { ThresholdListQuery } from '#store/api/thresholds-api.ts';

export type StatusFilter = NonNullable<ThresholdListQuery['status']>;
export type ConditionFilter = NonNullable<ThresholdListQuery['condition']>;
export type ThresholdSort = NonNullable<ThresholdListQuery['sort']>;

export interface ThresholdSearch {
  readonly q: string;
  readonly status: StatusFilter | '';
  readonly match: string;
  readonly condition: ConditionFilter | '';
  readonly sort: ThresholdSort;
}

/** The API's own words, or none. */
const anyOf = <Key extends string>(labels: Readonly<Record<Key, string>>) => ({
  '': null,
  ...(Object.fromEntries(Object.keys(labels).map((key) => [key, key])) as Record<Key, string>),
});

const fields: SearchParamFields<ThresholdSearch> = {
  q: textField('q'),
  status: choiceField<StatusFilter | ''>('estado', anyOf(copy.statuses)),
  match: identifierField('partido'),
  condition: choiceField<ConditionFilter | ''>('condicion', anyOf(copy.conditions)),
  sort: choiceField('orden', {
    distance: null,
    match: 'partido',
    status: 'estado',
    created: 'recientes',
  }),
};

export const emptySearch = emptySearchOf(fields);

export const useThresholdSearchParams = () => useSearchParamFields(fields);

export const isFiltered = ({ q, status, match, condition }: ThresholdSearch): boolean =>
  [q.trim(), status, match, condition].some((value) => value !== '');

/** The query of the API. */
export function toListQuery({ q, status, match, condition, sort }: ThresholdSearch) {
  const words = q.trim();
  return {
    sort,
    ...(words !== '' && { q: words }),
    ...(status !== '' && { status }),
    ...(match !== '' && { match }),
    ...(condition !== '' && { condition }),
  } satisfies ThresholdListQuery;
}
