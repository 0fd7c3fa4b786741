/** `/v1/customers`: create, list, read, update and delete customers; their cards. */
import * as z from 'zod';
import { endSubscription } from '../billing/subscription-transitions.ts';
import { newId } from '../state/record-store.ts';
import type { Customer } from '../state/records.ts';
import { customerView } from '../views/customer-view.ts';
import { pageParams, pageView } from '../views/list-view.ts';
import { type ApiOperation, cardOfCustomer, customerById } from './operation.ts';
import { clearable, expand, ignored, mergeMetadata, metadata, parseParams } from './params.ts';
import { invalidRequest } from './stripe-error.ts';

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

export const customerOperations: readonly ApiOperation[] = [
  {
    method: 'POST',
    path: '/customers',
    run(tx, { params }) {
      const input = parseParams(customerParams, params);
      const customer: Customer = {
        kind: 'customer',
        id: newId('cus'),
        created: tx.nowSeconds,
        email: input.email ?? null,
        name: input.name ?? null,
        description: input.description ?? null,
        metadata: mergeMetadata({}, input.metadata),
        defaultPaymentMethod: null,
        balance: 0,
        deleted: false,
      };
      tx.put(customer);
      return customerView(customer);
    },
  },
  {
    method: 'GET',
    path: '/customers',
    run(tx, { params }) {
      const query = parseParams(listParams, params);
      const found = tx
        .list('customer')
        .filter(({ deleted, email }) => !deleted && (query.email ?? email) === email);
      return pageView(found, query, { view: customerView, url: '/v1/customers' });
    },
  },
  {
    method: 'GET',
    path: '/customers/:id',
    run: (tx, { id }) => customerView(customerById(tx, id)),
  },
  {
    method: 'POST',
    path: '/customers/:id',
    run(tx, { id, params }) {
      const input = parseParams(customerParams, params);
      const stored = customerById(tx, id);
      if (stored.deleted)
        throw invalidRequest('The customer is deleted.', 'id', 'resource_missing');
      const card = input.invoice_settings?.default_payment_method;
      if (card) cardOfCustomer(tx, id, card, 'invoice_settings[default_payment_method]');
      const customer: Customer = {
        ...stored,
        email: input.email === undefined ? stored.email : input.email,
        name: input.name === undefined ? stored.name : input.name,
        description: input.description === undefined ? stored.description : input.description,
        metadata: mergeMetadata(stored.metadata, input.metadata),
        defaultPaymentMethod: card === undefined ? stored.defaultPaymentMethod : card,
      };
      tx.put(customer);
      return customerView(customer);
    },
  },
  {
    method: 'DELETE',
    path: '/customers/:id',
    run(tx, { id }) {
      const customer = { ...customerById(tx, id), deleted: true };
      for (const subscription of tx.list('subscription')) {
        const isRunning = ['incomplete', 'active', 'past_due'].includes(subscription.status);
        if (isRunning && subscription.customer === id) {
          endSubscription(tx, subscription, 'cancellation_requested');
        }
      }
      tx.put({ ...customer, defaultPaymentMethod: null });
      return customerView(customer);
    },
  },
];
