/** Reads a list to its end, page by page, for what needs all of it. */
import { useEffect } from 'react';

/** The state of an infinite query. After an error it waits for a retry. */
interface PagedList {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly fetchNextPage: () => unknown;
}

export function useAllPages({ hasNextPage, isFetching, isError, fetchNextPage }: PagedList): void {
  useEffect(() => {
    // Asked for while the pages are read anew, as after an error, it would be dropped.
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
}
