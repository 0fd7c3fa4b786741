/** `/v1/events`: list past events. */
import * as z from 'zod';
import { pageParams, pageView } from '../views/list-view.ts';
import type { ApiOperation } from './operation.ts';
import { expand, parseParams } from './params.ts';

const second = z.coerce.number().int().min(0).optional();
const listParams = z.strictObject({
  ...pageParams,
  type: z.string().optional(),
  types: z.array(z.string()).max(20).optional(),
  created: z.strictObject({ gt: second, gte: second, lt: second, lte: second }).default({}),
  expand,
});

export const eventOperations: readonly ApiOperation[] = [
  {
    method: 'GET',
    path: '/events',
    run(tx, { params }) {
      const query = parseParams(listParams, params);
      const { type, types, created } = query;
      const found = tx
        .list('event')
        .filter((event) => (type ?? event.type) === event.type)
        .filter((event) => types?.includes(event.type) ?? true)
        .filter((event) => isWithin(created, event.created));
      return pageView(found, query, { view: ({ body }) => body, url: '/v1/events' });
    },
  },
];

function isWithin(
  { gt, gte, lt, lte }: z.output<typeof listParams>['created'],
  atSeconds: number,
): boolean {
  const isLateEnough = atSeconds > (gt ?? -1) && atSeconds >= (gte ?? 0);
  return isLateEnough && atSeconds < (lt ?? Infinity) && atSeconds <= (lte ?? Infinity);
}
