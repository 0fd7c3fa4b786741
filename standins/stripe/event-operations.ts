/** `/v1/events`: what was told, to be asked for again. */
import * as z from 'zod';
import { listPage, pageParams } from './list-view.ts';
import type { Operation } from './operation.ts';
import { expand, readParams } from './params.ts';
import { missing } from './stripe-error.ts';

const listParams = z.strictObject({
  ...pageParams,
  type: z.string().optional(),
  types: z.array(z.string()).max(20).optional(),
  expand,
});

export const eventOperations: readonly Operation[] = [
  {
    method: 'GET',
    path: '/events',
    run(draft, { params }) {
      const asked = readParams(listParams, params);
      const found = draft
        .list('event')
        .filter(
          ({ type }) => (asked.type ?? type) === type && (asked.types?.includes(type) ?? true),
        );
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
