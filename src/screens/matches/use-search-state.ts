/** Search, order and filter of the match list, kept in the URL so that the view can be shared and returned to. */
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

export interface MatchSearch {
  readonly q: string;
  readonly sort: 'kickoff' | 'name' | 'floor' | 'change';
  readonly watched: boolean;
}

const sorts = ['kickoff', 'name', 'floor', 'change'] as const;

export function useSearchState() {
  const [params, setParams] = useSearchParams();
  const search: MatchSearch = {
    q: params.get('q') ?? '',
    sort: sorts.find((sort) => sort === params.get('orden')) ?? 'kickoff',
    watched: params.get('vigilados') === '1',
  };
  const set = useCallback(
    (part: { q?: string; sort?: string; watched?: boolean }) => {
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          const put = (key: string, value: string) =>
            value === '' ? next.delete(key) : next.set(key, value);
          if (part.q !== undefined) put('q', part.q);
          if (part.sort !== undefined) put('orden', part.sort === 'kickoff' ? '' : part.sort);
          if (part.watched !== undefined) put('vigilados', part.watched ? '1' : '');
          return next;
        },
        { replace: true },
      );
    },
    [setParams],
  );
  return { search, set };
}
