/** Stripe's lists: newest first, a page at a time. */
import * as z from 'zod';
import { missing } from '../api/stripe-error.ts';

export interface ListView<T> {
  readonly object: 'list';
  readonly data: T[];
  readonly has_more: boolean;
  readonly url: string;
}

export const wholeList = <T>(data: T[], url: string): ListView<T> => ({
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

/** @param records oldest first, as they are kept */
export function listPage<R extends { id: string }, T>(
  records: readonly R[],
  asked: {
    limit?: number | undefined;
    starting_after?: string | undefined;
    ending_before?: string | undefined;
  },
  { view, url }: { view: (record: R) => T; url: string },
): ListView<T> {
  const newestFirst = records.toReversed();
  const limit = asked.limit ?? 10;
  const indexOf = (id: string, param: string) => {
    const at = newestFirst.findIndex((record) => record.id === id);
    if (at < 0) throw missing('object', id, param);
    return at;
  };
  if (asked.ending_before !== undefined) {
    const end = indexOf(asked.ending_before, 'ending_before');
    const start = Math.max(0, end - limit);
    const data = newestFirst.slice(start, end).map(view);
    return { object: 'list', data, has_more: start > 0, url };
  }
  const start =
    asked.starting_after === undefined ? 0 : indexOf(asked.starting_after, 'starting_after') + 1;
  const page = newestFirst.slice(start, start + limit).map(view);
  return { object: 'list', data: page, has_more: start + limit < newestFirst.length, url };
}
