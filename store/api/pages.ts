/** Lists page by page: what asks for a page, for infinite queries, and all pages one after the other. */
import { maxPageSize } from '#domain/page-size.ts';
import type { ApiError } from './reauth-base-query.ts';

/** `limit` of a request that wants all there is: an ordinary market is one page. */
export const largestPage = String(maxPageSize);

/** @param cursor of the page before; null = the first */
export const pageParams = (cursor: string | null, limit = largestPage) => ({
  limit,
  ...(cursor !== null && { cursor }),
});

interface Page {
  readonly nextCursor: string | null;
}

export const byCursor = {
  initialPageParam: null,
  getNextPageParam: ({ nextCursor }: Page): string | null => nextCursor,
};

type Answer = { readonly data?: unknown; readonly error?: ApiError | undefined };
/** RTK Query's base query. */
type Send = (request: { url: string; params: object }) => PromiseLike<Answer> | Answer;

/**
 * @param take gets the items of each page, and answers false when they are enough
 * @returns the error of a page that could not be read, or else whether others were left
 */
export async function readPages<Item>(
  send: Send,
  { url, params }: { readonly url: string; readonly params?: object },
  take: (items: readonly Item[]) => unknown,
): Promise<
  { readonly error: ApiError } | { readonly error?: undefined; readonly isPartial: boolean }
> {
  for (let cursor: string | null = null; ; ) {
    const { data, error } = await send({ url, params: { ...params, ...pageParams(cursor) } });
    if (error) return { error };
    const { items, nextCursor } = data as Page & { readonly items: readonly Item[] };
    if (take(items) === false || nextCursor === null) return { isPartial: nextCursor !== null };
    cursor = nextCursor;
  }
}
