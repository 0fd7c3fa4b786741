/** `/v1/customers` and the cards of a customer. */
import * as z from 'zod';
import { endSubscription } from '../billing/subscription-transitions.ts';
import type { Customer } from '../state/records.ts';
import { newId } from '../state/store.ts';
import { customerView, paymentMethodView } from '../views/customer-view.ts';
import { listPage, pageParams } from '../views/list-view.ts';
import { cardOf, customerById, type Operation } from './operation.ts';
import { clearable, expand, ignored, mergeMetadata, metadata, readParams } from './params.ts';
import { invalid } from './stripe-error.ts';

const customerParams = z.strictObject({
  email: clearable.optional(),
  name: clearable.optional(),
  description: clearable.optional(),
  metadata: metadata.optional(),
  invoice_settings: z.strictObject({ default_payment_method: clearable.optional() }).optional(),
  preferred_locales: ignored,
  address: ignored,
  tax: ignored,
  expand,
});
const listParams = z.strictObject({ ...pageParams, email: z.string().optional(), expand });
const cardsParams = z.strictObject({ ...pageParams, type: z.literal('card').optional(), expand });

export const customerOperations: readonly Operation[] = [
  {
    method: 'POST',
    path: '/customers',
    run(draft, { params }) {
      const given = readParams(customerParams, params);
      const customer: Customer = {
        kind: 'customer',
        id: newId('cus'),
        created: draft.now,
        email: given.email ?? null,
        name: given.name ?? null,
        description: given.description ?? null,
        metadata: mergeMetadata({}, given.metadata),
        defaultPaymentMethod: null,
        balance: 0,
        deleted: false,
      };
      draft.put(customer);
      return customerView(customer);
    },
  },
  {
    method: 'GET',
    path: '/customers',
    run(draft, { params }) {
      const asked = readParams(listParams, params);
      const found = draft
        .list('customer')
        .filter(({ deleted, email }) => !deleted && (asked.email ?? email) === email);
      return listPage(found, asked, { view: customerView, url: '/v1/customers' });
    },
  },
  {
    method: 'GET',
    path: '/customers/:id',
    run: (draft, { id }) => customerView(customerById(draft, id)),
  },
  {
    method: 'POST',
    path: '/customers/:id',
    run(draft, { id, params }) {
      const given = readParams(customerParams, params);
      const held = customerById(draft, id);
      if (held.deleted) throw invalid('The customer is deleted.', 'id', 'resource_missing');
      const card = given.invoice_settings?.default_payment_method;
      if (card) cardOf(draft, id, card, 'invoice_settings[default_payment_method]');
      const customer: Customer = {
        ...held,
        email: given.email === undefined ? held.email : given.email,
        name: given.name === undefined ? held.name : given.name,
        description: given.description === undefined ? held.description : given.description,
        metadata: mergeMetadata(held.metadata, given.metadata),
        defaultPaymentMethod: card === undefined ? held.defaultPaymentMethod : card,
      };
      draft.put(customer);
      return customerView(customer);
    },
  },
  {
    method: 'DELETE',
    path: '/customers/:id',
    run(draft, { id }) {
      const customer = { ...customerById(draft, id), deleted: true };
      for (const subscription of draft.list('subscription')) {
        const runs = ['incomplete', 'active', 'past_due'].includes(subscription.status);
        if (runs && subscription.customer === id) {
          endSubscription(draft, subscription, 'cancellation_requested');
        }
      }
      draft.put({ ...customer, defaultPaymentMethod: null });
      return customerView(customer);
    },
  },
  {
    method: 'GET',
    path: '/customers/:id/payment_methods',
    run(draft, { id, params }) {
      const asked = readParams(cardsParams, params);
      customerById(draft, id, 'customer');
      const found = draft.list('payment_method').filter(({ customer }) => customer === id);
      const url = `/v1/customers/${id}/payment_methods`;
      return listPage(found, asked, { view: paymentMethodView, url });
    },
  },
];
