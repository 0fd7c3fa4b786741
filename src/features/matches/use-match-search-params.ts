/** Search, filters and order of the match list, in the URL query, so that links and back restore them. */
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

const sorts = ['kickoff', 'name', 'floor', 'change'] as const;

export interface MatchSearch {
  readonly q: string;
  readonly stage: string;
  readonly city: string;
  readonly sort: (typeof sorts)[number];
  readonly watched: boolean;
}

export const emptySearch: MatchSearch = {
  q: '',
  stage: '',
  city: '',
  sort: 'kickoff',
  watched: false,
};

/** URL parameter of each field; default values are left out of the URL. */
const names = {
  q: 'q',
  stage: 'fase',
  city: 'ciudad',
  sort: 'orden',
  watched: 'vigilados',
} as const;

export function useMatchSearchParams() {
  const [params, setParams] = useSearchParams();
  const search: MatchSearch = {
    q: params.get(names.q) ?? '',
    stage: params.get(names.stage) ?? '',
    city: params.get(names.city) ?? '',
    sort: sorts.find((sort) => sort === params.get(names.sort)) ?? 'kickoff',
    watched: params.get(names.watched) === '1',
  };
  const set = useCallback(
    (part: Partial<MatchSearch>) => {
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          for (const [key, value] of Object.entries(part)) {
            const name = names[key as keyof MatchSearch];
            const text = value === true ? '1' : value === false ? '' : value;
            if (text === '' || text === 'kickoff') next.delete(name);
            else next.set(name, text);
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
