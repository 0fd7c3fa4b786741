/** The URL's query, with a setter that keeps the other parameters and adds no entry to the history. */
import { useCallback } from 'react';
import { type Location, useLocation, useSearchParams } from 'react-router-dom';

/** null removes a parameter. */
type Values = Readonly<Record<string, string | null>>;
/** A function is given what the query holds with every change asked for so far. */
type SetParams = (change: Values | ((current: URLSearchParams) => Values)) => void;

/**
 * The query asked for since a location was rendered. The router renders the next location as a
 * transition, so a second change may start from the same one, and would undo the first.
 */
const asked = new WeakMap<Location, URLSearchParams>();

export function useReplacedSearchParams(): [URLSearchParams, SetParams] {
  const location = useLocation();
  const [params, setParams] = useSearchParams();
  const replace = useCallback<SetParams>(
    (change) => {
      const current = asked.get(location) ?? params;
      const next = new URLSearchParams(current);
      const values = typeof change === 'function' ? change(current) : change;
      for (const [key, value] of Object.entries(values))
        if (value === null) next.delete(key);
        else next.set(key, value);
      if (next.toString() === current.toString()) return;
      asked.set(location, next);
      setParams(next, { replace: true });
    },
    [location, params, setParams],
  );
  return [params, replace];
}
