/** `/v1/prices` and `/v1/products`: the fixed products and monthly prices. */
import * as z from 'zod';
import { planPrices } from '../state/plan-prices.ts';
import { pageParams, pageView } from '../views/list-view.ts';
import { priceView, productView } from '../views/price-view.ts';
import { type Operation, requestedPrice } from './operation.ts';
import { expand, flag, parseParams } from './params.ts';
import { resourceMissing } from './stripe-error.ts';

const listParams = z.strictObject({
  ...pageParams,
  active: flag.optional(),
  currency: z.literal('eur').optional(),
  lookup_keys: z.array(z.string()).max(10).optional(),
  product: z.string().optional(),
  type: z.enum(['recurring', 'one_time']).optional(),
  expand,
});
const productsParams = z.strictObject({
  ...pageParams,
  active: flag.optional(),
  ids: z.array(z.string()).optional(),
  expand,
});

export const priceOperations: readonly Operation[] = [
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
  {
    method: 'GET',
    path: '/prices/:id',
    run: (_tx, { id }) => priceView(requestedPrice(id, 'price')),
  },
  {
    method: 'GET',
    path: '/products',
    run(_tx, { params }) {
      const query = parseParams(productsParams, params);
      const found = planPrices
        .filter(({ productId }) => query.ids?.includes(productId) ?? query.active !== false)
        .map((price) => ({ id: price.productId, price }));
      return pageView(found, query, {
        view: ({ price }) => productView(price),
        url: '/v1/products',
      });
    },
  },
  {
    method: 'GET',
    path: '/products/:id',
    run(_tx, { id }) {
      const found = planPrices.find(({ productId }) => productId === id);
      if (!found) throw resourceMissing('product', id);
      return productView(found);
    },
  },
];
