/** State of a page in the URL query, so that links and Back restore it. */
import { useCallback, useMemo } from 'react';
import {
  formatSearchParams,
  parseSearchParams,
  type SearchParamFields,
} from './search-param-fields.ts';
import { useReplacedSearchParams } from './use-replaced-search-params.ts';

/** @param fields a constant outside the component */
export function useSearchParamFields<Search>(fields: SearchParamFields<Search>) {
  const [params, replace] = useReplacedSearchParams();
  const search = useMemo(() => parseSearchParams(fields, params), [fields, params]);
  const set = useCallback(
    (part: Partial<Search>) => replace(formatSearchParams(fields, part)),
    [fields, replace],
  );
  return { search, set };
}
