/** `/v1/events`: what was told, to be asked for again. */
import * as z from 'zod';
import { listPage, pageParams } from '../views/list-view.ts';
import type { Operation } from './operation.ts';
import { expand, readParams } from './params.ts';
import { missing } from './stripe-error.ts';

const second = z.coerce.number().int().min(0).optional();
const listParams = z.strictObject({
  ...pageParams,
  type: z.string().optional(),
  types: z.array(z.string()).max(20).optional(),
  created: z.strictObject({ gt: second, gte: second, lt: second, lte: second }).default({}),
  expand,
});

export const eventOperations: readonly Operation[] = [
  {
    method: 'GET',
    path: '/events',
    run(draft, { params }) {
      const asked = readParams(listParams, params);
      const { type, types, created } = asked;
      const found = draft
        .list('event')
        .filter((event) => (type ?? event.type) === event.type)
        .filter((event) => types?.includes(event.type) ?? true)
        .filter((event) => isWithin(created, event.created));
      return listPage(found, asked, { view: ({ body }) => body, url: '/v1/events' });
    },
  },
  {
    method: 'GET',
    path: '/events/:id',
    run(draft, { id }) {
      const found = draft.find('event', id);
      if (!found) throw missing('event', id);
      return found.body;
    },
  },
];

function isWithin(
  { gt, gte, lt, lte }: z.output<typeof listParams>['created'],
  at: number,
): boolean {
  const isLateEnough = at > (gt ?? -1) && at >= (gte ?? 0);
  return isLateEnough && at < (lt ?? Infinity) && at <= (lte ?? Infinity);
}
