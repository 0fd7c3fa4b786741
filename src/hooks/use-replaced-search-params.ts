/** The URL's query, with a setter that keeps the other parameters and adds no entry to the history. */
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** null removes a parameter. Change several in one call: of two in one event the router keeps the last. */
type SetParams = (values: Readonly<Record<string, string | null>>) => void;

export function useReplacedSearchParams(): [URLSearchParams, SetParams] {
  const [params, setParams] = useSearchParams();
  const replace = useCallback<SetParams>(
    (values) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          for (const [key, value] of Object.entries(values))
            if (value === null) next.delete(key);
            else next.set(key, value);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return [params, replace];
}
