/** Cursor-paginated lists in the API's format, newest first. */
import * as z from 'zod';
import { resourceMissing } from '../api/stripe-error.ts';

export interface ListView<T> {
  readonly object: 'list';
  readonly data: T[];
  readonly has_more: boolean;
  readonly url: string;
}

export const completeList = <T>(data: T[], url: string): ListView<T> => ({
  object: 'list',
  data,
  has_more: false,
  url,
});

export const pageParams = {
  limit: z.coerce.number().int().min(1).max(100).optional(),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
};

/** @param records oldest first. @throws StripeError 404 when the cursor is not in the list */
export function pageView<R extends { id: string }, T>(
  records: readonly R[],
  query: {
    limit?: number | undefined;
    starting_after?: string | undefined;
    ending_before?: string | undefined;
  },
  { view, url }: { view: (record: R) => T; url: string },
): ListView<T> {
  const newestFirst = records.toReversed();
  const limit = query.limit ?? 10;
  const indexOf = (id: string, param: string) => {
    const index = newestFirst.findIndex((record) => record.id === id);
    if (index < 0) throw resourceMissing('object', id, param);
    return index;
  };
  if (query.ending_before !== undefined) {
    const end = indexOf(query.ending_before, 'ending_before');
    const start = Math.max(0, end - limit);
    const data = newestFirst.slice(start, end).map(view);
    return { object: 'list', data, has_more: start > 0, url };
  }
  const start =
    query.starting_after === undefined ? 0 : indexOf(query.starting_after, 'starting_after') + 1;
  const page = newestFirst.slice(start, start + limit).map(view);
  return { object: 'list', data: page, has_more: start + limit < newestFirst.length, url };
}
