/** `/v1/prices`: the fixed monthly prices. */
import * as z from 'zod';
import { planPrices } from '../state/plan-prices.ts';
import { pageParams, pageView } from '../views/list-view.ts';
import { priceView } from '../views/price-view.ts';
import type { ApiOperation } from './operation.ts';
import { booleanParam, expand, parseParams } from './params.ts';

const listParams = z.strictObject({
  ...pageParams,
  active: booleanParam.optional(),
  currency: z.literal('eur').optional(),
  lookup_keys: z.array(z.string()).max(10).optional(),
  product: z.string().optional(),
  type: z.enum(['recurring', 'one_time']).optional(),
  expand,
});
export const priceOperations: readonly ApiOperation[] = [
  {
    method: 'GET',
    path: '/prices',
    run(_tx, { params }) {
      const query = parseParams(listParams, params);
      const found = planPrices.filter(
        ({ lookupKey, productId }) =>
          (query.lookup_keys?.includes(lookupKey) ?? true) &&
          (query.product ?? productId) === productId &&
          query.active !== false &&
          query.type !== 'one_time',
      );
      return pageView(found, query, { view: priceView, url: '/v1/prices' });
    },
  },
];
