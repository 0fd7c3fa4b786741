/** Search, filters and order of the match list, in the URL query. */
import {
  choiceField,
  emptySearchOf,
  flagField,
  type SearchParamFields,
  textField,
} from '#src/hooks/search-param-fields.ts';
import { useSearchParamFields } from '#src/hooks/use-search-param-fields.ts';

export interface MatchSearch {
  readonly q: string;
  readonly stage: string;
  readonly city: string;
  readonly sort: 'kickoff' | 'name' | 'floor' | 'change';
  readonly watched: boolean;
}

const fields: SearchParamFields<MatchSearch> = {
  q: textField('q'),
  stage: textField('fase'),
  city: textField('ciudad'),
  sort: choiceField('orden', { kickoff: null, name: 'name', floor: 'floor', change: 'change' }),
  watched: flagField('vigilados'),
};

export const emptyMatchSearch = emptySearchOf(fields);

export const useMatchSearchParams = () => useSearchParamFields(fields);
