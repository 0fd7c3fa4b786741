/** `/v1/subscriptions` and `/v1/subscription_items`: begun by the API too, changed, cancelled, kept. */
import * as z from 'zod';
import { beginSubscription, chargeFirstInvoice } from '../billing/subscription-lifecycle.ts';
import { endSubscription } from '../billing/subscription-transitions.ts';
import type { Subscription } from '../state/records.ts';
import type { Transaction } from '../state/store.ts';
import { listPage, pageParams } from '../views/list-view.ts';
import { itemView, subscriptionView } from '../views/subscription-view.ts';
import { cardOf, customerById, type Operation, priceAsked } from './operation.ts';
import { expand, flag, ignored, mergeMetadata, metadata, readParams } from './params.ts';
import { cardError, missing } from './stripe-error.ts';
import { updateParams, updateSubscription } from './subscription-update.ts';

const createParams = z.strictObject({
  customer: z.string(),
  items: z
    .array(z.strictObject({ price: z.string(), quantity: z.literal('1').optional() }))
    .length(1),
  default_payment_method: z.string().optional(),
  metadata: metadata.optional(),
  payment_behavior: z
    .enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete'])
    .default('allow_incomplete'),
  off_session: flag.optional(),
  automatic_tax: ignored,
  payment_settings: ignored,
  expand,
});
const listParams = z.strictObject({
  ...pageParams,
  customer: z.string().optional(),
  price: z.string().optional(),
  status: z
    .enum(['active', 'all', 'canceled', 'ended', 'incomplete', 'incomplete_expired', 'past_due'])
    .optional(),
  expand,
});
const cancelParams = z.strictObject({
  cancellation_details: z
    .strictObject({ comment: z.string().optional(), feedback: z.string().optional() })
    .optional(),
  invoice_now: z.literal('false').optional(),
  prorate: z.literal('false').optional(),
  expand,
});
const itemsParams = z.strictObject({ ...pageParams, subscription: z.string(), expand });
const itemUpdateParams = updateParams
  .pick({ proration_behavior: true, proration_date: true, payment_behavior: true, expand: true })
  .extend({ price: z.string(), quantity: z.literal('1').optional() });

export const subscriptionOperations: readonly Operation[] = [
  {
    method: 'POST',
    path: '/subscriptions',
    run: (draft, { params }) => subscriptionView(create(draft, readParams(createParams, params))),
  },
  {
    method: 'GET',
    path: '/subscriptions',
    run(draft, { params }) {
      const asked = readParams(listParams, params);
      const found = draft
        .list('subscription')
        .filter(
          ({ customer, price, status }) =>
            (asked.customer ?? customer) === customer &&
            (asked.price ?? price) === price &&
            isAsked(status, asked.status),
        );
      return listPage(found, asked, { view: subscriptionView, url: '/v1/subscriptions' });
    },
  },
  {
    method: 'GET',
    path: '/subscriptions/:id',
    run: (draft, { id }) => subscriptionView(subscriptionById(draft, id)),
  },
  {
    method: 'POST',
    path: '/subscriptions/:id',
    run(draft, { id, params }) {
      const held = subscriptionById(draft, id);
      return subscriptionView(updateSubscription(draft, held, readParams(updateParams, params)));
    },
  },
  {
    method: 'DELETE',
    path: '/subscriptions/:id',
    run(draft, { id, params }) {
      const given = readParams(cancelParams, params);
      const held = subscriptionById(draft, id);
      if (held.status === 'canceled' || held.status === 'incomplete_expired') {
        throw missing('subscription', id);
      }
      const told: Subscription = {
        ...held,
        cancelComment: given.cancellation_details?.comment ?? held.cancelComment,
        cancelFeedback: given.cancellation_details?.feedback ?? held.cancelFeedback,
      };
      return subscriptionView(endSubscription(draft, told, 'cancellation_requested'));
    },
  },
  {
    method: 'GET',
    path: '/subscription_items',
    run(draft, { params }) {
      const asked = readParams(itemsParams, params);
      const held = subscriptionById(draft, asked.subscription, 'subscription');
      return listPage([held], asked, { view: itemView, url: '/v1/subscription_items' });
    },
  },
  {
    method: 'GET',
    path: '/subscription_items/:id',
    run: (draft, { id }) => itemView(subscriptionOfItem(draft, id)),
  },
  {
    method: 'POST',
    path: '/subscription_items/:id',
    run(draft, { id, params }) {
      const { price, quantity: _one, ...how } = readParams(itemUpdateParams, params);
      const held = subscriptionOfItem(draft, id);
      return itemView(updateSubscription(draft, held, { ...how, items: [{ id, price }] }));
    },
  },
];

function create(draft: Transaction, given: z.output<typeof createParams>): Subscription {
  const { id: customer } = customerById(draft, given.customer, 'customer');
  const { id: price } = priceAsked(given.items[0]?.price ?? '', 'items[0][price]');
  const card = given.default_payment_method;
  if (card !== undefined) cardOf(draft, customer, card, 'default_payment_method');
  const begun = beginSubscription(draft, {
    customer,
    price,
    metadata: mergeMetadata({}, given.metadata),
    defaultPaymentMethod: card ?? null,
  });
  if (given.payment_behavior !== 'default_incomplete') {
    const outcome = chargeFirstInvoice(draft, begun, {
      ownerIsPresent: given.off_session !== true,
    });
    if (given.payment_behavior === 'error_if_incomplete' && outcome !== 'accept') {
      throw cardError(outcome);
    }
  }
  return subscriptionById(draft, begun.id);
}

function isAsked(status: Subscription['status'], asked: string | undefined): boolean {
  if (asked === undefined) return status !== 'canceled' && status !== 'incomplete_expired';
  if (asked === 'all') return true;
  if (asked === 'ended') return status === 'canceled' || status === 'incomplete_expired';
  return asked === status;
}

/** @throws StripeError 404 */
export function subscriptionById(draft: Transaction, id: string, param = 'id'): Subscription {
  const found = draft.find('subscription', id);
  if (!found) throw missing('subscription', id, param);
  return found;
}

function subscriptionOfItem(draft: Transaction, itemId: string): Subscription {
  const found = draft.list('subscription').find((one) => one.itemId === itemId);
  if (!found) throw missing('subscription_item', itemId, 'item');
  return found;
}
