/** Search, filters and order of the threshold list, in the URL query, so that links and back restore them. */
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { thresholdListCopy as copy } from '#src/copy/threshold-list.ts';
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

export const emptySearch: ThresholdSearch = {
  q: '',
  status: '',
  match: '',
  condition: '',
  sort: 'distance',
};

/** URL parameter of each field; default values are left out of the URL. */
const names: Readonly<Record<keyof ThresholdSearch, string>> = {
  q: 'q',
  status: 'estado',
  match: 'partido',
  condition: 'condicion',
  sort: 'orden',
};
/** Of the orders; the other values are the API's own words. */
const sortWords: Readonly<Record<ThresholdSort, string>> = {
  distance: '',
  match: 'partido',
  status: 'estado',
  created: 'recientes',
};
const identifier = /^[A-Za-z0-9_-]{1,64}$/;

export function useThresholdSearchParams() {
  const [params, setParams] = useSearchParams();
  const text = (key: keyof ThresholdSearch) => params.get(names[key]) ?? '';
  const match = text('match');
  const search: ThresholdSearch = {
    q: text('q'),
    status: keyOr(copy.statuses, text('status')),
    match: identifier.test(match) ? match : '',
    condition: keyOr(copy.conditions, text('condition')),
    sort: sorts.find((sort) => sortWords[sort] === text('sort')) ?? 'distance',
  };
  const set = useCallback(
    (part: Partial<ThresholdSearch>) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          for (const [key, value] of Object.entries(part)) {
            const name = names[key as keyof ThresholdSearch];
            const word = key === 'sort' ? sortWords[value as ThresholdSort] : value;
            if (word === '') next.delete(name);
            else next.set(name, word);
          }
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return { search, set };
}

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

const sorts = Object.keys(sortWords) as ThresholdSort[];

const keyOr = <Key extends string>(known: Readonly<Record<Key, string>>, text: string): Key | '' =>
  Object.hasOwn(known, text) ? (text as Key) : '';
