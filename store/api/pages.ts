/** `limit` of a request that wants all there is: an ordinary market is one page. */
import { maxPageSize } from '#domain/page-size.ts';

export const largestPage = String(maxPageSize);
