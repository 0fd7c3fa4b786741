/** `/v1/subscriptions`: create, list, read, update and cancel. */
import * as z from 'zod';
import { chargeFirstInvoice, createSubscription } from '../billing/subscription-lifecycle.ts';
import { endSubscription } from '../billing/subscription-transitions.ts';
import type { Transaction } from '../state/record-store.ts';
import type { Subscription } from '../state/records.ts';
import { pageParams, pageView } from '../views/list-view.ts';
import { subscriptionObject } from '../views/subscription-view.ts';
import { type ApiOperation, cardOfCustomer, customerById, requestedPrice } from './operation.ts';
import { booleanParam, expand, ignored, mergeMetadata, metadata, parseParams } from './params.ts';
import { cardError, resourceMissing } from './stripe-error.ts';
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
  off_session: booleanParam.optional(),
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
export const subscriptionOperations: readonly ApiOperation[] = [
  {
    method: 'POST',
    path: '/subscriptions',
    run: (tx, { params }) => subscriptionObject(create(tx, parseParams(createParams, params))),
  },
  {
    method: 'GET',
    path: '/subscriptions',
    run(tx, { params }) {
      const query = parseParams(listParams, params);
      const found = tx
        .list('subscription')
        .filter(
          ({ customer, price, status }) =>
            (query.customer ?? customer) === customer &&
            (query.price ?? price) === price &&
            matchesStatus(status, query.status),
        );
      return pageView(found, query, { view: subscriptionObject, url: '/v1/subscriptions' });
    },
  },
  {
    method: 'GET',
    path: '/subscriptions/:id',
    run: (tx, { id }) => subscriptionObject(subscriptionById(tx, id)),
  },
  {
    method: 'POST',
    path: '/subscriptions/:id',
    run(tx, { id, params }) {
      const stored = subscriptionById(tx, id);
      return subscriptionObject(updateSubscription(tx, stored, parseParams(updateParams, params)));
    },
  },
  {
    method: 'DELETE',
    path: '/subscriptions/:id',
    run(tx, { id, params }) {
      const input = parseParams(cancelParams, params);
      const stored = subscriptionById(tx, id);
      if (stored.status === 'canceled' || stored.status === 'incomplete_expired') {
        throw resourceMissing('subscription', id);
      }
      const withDetails: Subscription = {
        ...stored,
        cancelComment: input.cancellation_details?.comment ?? stored.cancelComment,
        cancelFeedback: input.cancellation_details?.feedback ?? stored.cancelFeedback,
      };
      return subscriptionObject(endSubscription(tx, withDetails, 'cancellation_requested'));
    },
  },
];

function create(tx: Transaction, input: z.output<typeof createParams>): Subscription {
  const { id: customer } = customerById(tx, input.customer, 'customer');
  const { id: price } = requestedPrice(input.items[0]?.price ?? '', 'items[0][price]');
  const card = input.default_payment_method;
  if (card !== undefined) cardOfCustomer(tx, customer, card, 'default_payment_method');
  const subscription = createSubscription(tx, {
    customer,
    price,
    metadata: mergeMetadata({}, input.metadata),
    defaultPaymentMethod: card ?? null,
  });
  if (input.payment_behavior !== 'default_incomplete') {
    const outcome = chargeFirstInvoice(tx, subscription, {
      isOnSession: input.off_session !== true,
    });
    if (input.payment_behavior === 'error_if_incomplete' && outcome !== 'accept') {
      throw cardError(outcome);
    }
  }
  return subscriptionById(tx, subscription.id);
}

function matchesStatus(status: Subscription['status'], wanted: string | undefined): boolean {
  if (wanted === undefined) return status !== 'canceled' && status !== 'incomplete_expired';
  if (wanted === 'all') return true;
  if (wanted === 'ended') return status === 'canceled' || status === 'incomplete_expired';
  return wanted === status;
}

/** @throws StripeError 404 */
export function subscriptionById(tx: Transaction, id: string, param = 'id'): Subscription {
  const found = tx.find('subscription', id);
  if (!found) throw resourceMissing('subscription', id, param);
  return found;
}
