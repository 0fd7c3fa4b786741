/** `/v1/payment_methods` and `/v1/setup_intents`: cards, by the ids of the card page or Stripe's test tokens. */
import * as z from 'zod';
import type { PaymentMethod } from '../state/records.ts';
import type { Transaction } from '../state/store.ts';
import { paymentMethodView, setupIntentView } from '../views/customer-view.ts';
import { listPage, pageParams } from '../views/list-view.ts';
import { storeCard, testCards } from './cards.ts';
import { customerById, type Operation } from './operation.ts';
import { expand, readParams } from './params.ts';
import { missing } from './stripe-error.ts';

const attachParams = z.strictObject({ customer: z.string(), expand });
const listParams = z.strictObject({
  ...pageParams,
  customer: z.string(),
  type: z.literal('card').optional(),
  expand,
});

export const paymentMethodOperations: readonly Operation[] = [
  {
    method: 'GET',
    path: '/payment_methods',
    run(draft, { params }) {
      const asked = readParams(listParams, params);
      const { id } = customerById(draft, asked.customer, 'customer');
      const found = draft.list('payment_method').filter(({ customer }) => customer === id);
      return listPage(found, asked, { view: paymentMethodView, url: '/v1/payment_methods' });
    },
  },
  {
    method: 'GET',
    path: '/payment_methods/:id',
    run: (draft, { id }) => paymentMethodView(methodById(draft, id)),
  },
  {
    method: 'POST',
    path: '/payment_methods/:id/attach',
    run(draft, { id, params }) {
      const { customer } = readParams(attachParams, params);
      const owner = customerById(draft, customer, 'customer');
      const attached = { ...(fromToken(draft, id) ?? methodById(draft, id)), customer: owner.id };
      draft.put(attached);
      return paymentMethodView(attached);
    },
  },
  {
    method: 'POST',
    path: '/payment_methods/:id/detach',
    run(draft, { id }) {
      const detached = { ...methodById(draft, id), customer: null };
      draft.put(detached);
      for (const customer of draft.list('customer')) {
        if (customer.defaultPaymentMethod === id) {
          draft.put({ ...customer, defaultPaymentMethod: null });
        }
      }
      for (const subscription of draft.list('subscription')) {
        if (subscription.defaultPaymentMethod === id) {
          draft.put({ ...subscription, defaultPaymentMethod: null });
        }
      }
      return paymentMethodView(detached);
    },
  },
  {
    method: 'GET',
    path: '/setup_intents/:id',
    run(draft, { id }) {
      const intent = draft.find('setup_intent', id);
      if (!intent) throw missing('setupintent', id, 'intent');
      return setupIntentView(intent);
    },
  },
];

function methodById(draft: Transaction, id: string): PaymentMethod {
  const found = draft.find('payment_method', id);
  if (!found) throw missing('PaymentMethod', id, 'payment_method');
  return found;
}

/** `pm_card_visa` and the like stand for a new card each time. */
function fromToken(draft: Transaction, id: string): PaymentMethod | null {
  const card = testCards.find(({ token }) => token === id);
  if (!card) return null;
  const expYear = new Date(draft.now * 1_000).getUTCFullYear() + 1;
  const nobody = { customer: null, email: null };
  return storeCard(draft, { card, expMonth: 12, expYear, name: null }, nobody);
}
