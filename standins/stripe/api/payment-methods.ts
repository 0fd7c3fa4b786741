/** `/v1/payment_methods` and `/v1/setup_intents`: cards, by id or by Stripe's test tokens. */
import * as z from 'zod';
import type { Transaction } from '../state/record-store.ts';
import type { PaymentMethod } from '../state/records.ts';
import { storeCard, testCards } from '../state/test-cards.ts';
import { paymentMethodView, setupIntentView } from '../views/customer-view.ts';
import { type ApiOperation, customerById } from './operation.ts';
import { expand, parseParams } from './params.ts';
import { resourceMissing } from './stripe-error.ts';

const attachParams = z.strictObject({ customer: z.string(), expand });
export const paymentMethodOperations: readonly ApiOperation[] = [
  {
    method: 'GET',
    path: '/payment_methods/:id',
    run: (tx, { id }) => paymentMethodView(methodById(tx, id)),
  },
  {
    method: 'POST',
    path: '/payment_methods/:id/attach',
    run(tx, { id, params }) {
      const { customer } = parseParams(attachParams, params);
      const owner = customerById(tx, customer, 'customer');
      const attached = { ...(fromToken(tx, id) ?? methodById(tx, id)), customer: owner.id };
      tx.put(attached);
      return paymentMethodView(attached);
    },
  },
  {
    method: 'GET',
    path: '/setup_intents/:id',
    run(tx, { id }) {
      const intent = tx.find('setup_intent', id);
      if (!intent) throw resourceMissing('setupintent', id, 'intent');
      return setupIntentView(intent);
    },
  },
];

function methodById(tx: Transaction, id: string): PaymentMethod {
  const found = tx.find('payment_method', id);
  if (!found) throw resourceMissing('PaymentMethod', id, 'payment_method');
  return found;
}

/** `pm_card_visa` and other test tokens create a new card each time. */
function fromToken(tx: Transaction, id: string): PaymentMethod | null {
  const card = testCards.find(({ token }) => token === id);
  if (!card) return null;
  const expYear = new Date(tx.nowSeconds * 1_000).getUTCFullYear() + 1;
  const unattached = { customer: null, email: null };
  return storeCard(tx, { card, expMonth: 12, expYear, name: null }, unattached);
}
