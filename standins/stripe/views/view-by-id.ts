/** Any record as the API shows it, found by its id: what events carry and what `expand` puts in place of an id. */

import { catalogue } from '../api/catalogue.ts';
import type { Invoice } from '../state/records.ts';
import type { Transaction } from '../state/store.ts';
import { priceView, productView } from './catalogue-view.ts';
import { customerView, paymentMethodView, setupIntentView } from './customer-view.ts';
import { invoiceView } from './invoice-view.ts';
import { sessionView } from './session-view.ts';
import { subscriptionView } from './subscription-view.ts';

export function invoiceOf(draft: Transaction, invoice: Invoice) {
  const itemId = draft.find('subscription', invoice.subscription)?.itemId ?? '';
  return invoiceView(invoice, { origin: draft.origin, itemId });
}

/** @returns null when nothing has that id */
export function viewById(draft: Transaction, id: string): object | null {
  const customer = draft.find('customer', id);
  if (customer) return customerView(customer);
  const subscription = draft.find('subscription', id);
  if (subscription) return subscriptionView(subscription);
  const invoice = draft.find('invoice', id);
  if (invoice) return invoiceOf(draft, invoice);
  const method = draft.find('payment_method', id);
  if (method) return paymentMethodView(method);
  const session = draft.find('session', id);
  if (session) return sessionView(session, draft.origin);
  const intent = draft.find('setup_intent', id);
  if (intent) return setupIntentView(intent);
  const price = catalogue.find((one) => one.id === id);
  if (price) return priceView(price);
  const product = catalogue.find((one) => one.productId === id);
  return product ? productView(product) : null;
}
