/** Stored records and prices in the API's format, by id; for events and `expand`. */
import { planPrices } from '../state/plan-prices.ts';
import type { Transaction } from '../state/record-store.ts';
import type { Invoice } from '../state/records.ts';
import { checkoutSessionView } from './checkout-session-view.ts';
import { customerView, paymentMethodView, setupIntentView } from './customer-view.ts';
import { invoiceView } from './invoice-view.ts';
import { priceView, productView } from './price-view.ts';
import { subscriptionView } from './subscription-view.ts';

export function storedInvoiceView(tx: Transaction, invoice: Invoice) {
  const itemId = tx.find('subscription', invoice.subscription)?.itemId ?? '';
  return invoiceView(invoice, { origin: tx.origin, itemId });
}

/** @returns null for an unknown id */
export function viewById(tx: Transaction, id: string): object | null {
  const customer = tx.find('customer', id);
  if (customer) return customerView(customer);
  const subscription = tx.find('subscription', id);
  if (subscription) return subscriptionView(subscription);
  const invoice = tx.find('invoice', id);
  if (invoice) return storedInvoiceView(tx, invoice);
  const method = tx.find('payment_method', id);
  if (method) return paymentMethodView(method);
  const session = tx.find('session', id);
  if (session) return checkoutSessionView(session, tx.origin);
  const intent = tx.find('setup_intent', id);
  if (intent) return setupIntentView(intent);
  const price = planPrices.find((one) => one.id === id);
  if (price) return priceView(price);
  const product = planPrices.find((one) => one.productId === id);
  return product ? productView(product) : null;
}
