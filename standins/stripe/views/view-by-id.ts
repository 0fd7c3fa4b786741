/** Stored records in the API's format, by id; for events and `expand`. */
import type { Transaction } from '../state/record-store.ts';
import type { InvoiceRecord } from '../state/records.ts';
import { checkoutSessionView } from './checkout-session-view.ts';
import { customerView, paymentMethodView, setupIntentView } from './customer-view.ts';
import { invoiceView } from './invoice-view.ts';
import { subscriptionObject } from './subscription-view.ts';

export const storedInvoiceView = (tx: Transaction, invoice: InvoiceRecord) =>
  invoiceView(invoice, tx.origin);

/** @returns null for an unknown id */
export function viewById(tx: Transaction, id: string): object | null {
  const customer = tx.find('customer', id);
  if (customer) return customerView(customer);
  const subscription = tx.find('subscription', id);
  if (subscription) return subscriptionObject(subscription);
  const invoice = tx.find('invoice', id);
  if (invoice) return storedInvoiceView(tx, invoice);
  const method = tx.find('payment_method', id);
  if (method) return paymentMethodView(method);
  const session = tx.find('session', id);
  if (session) return checkoutSessionView(session, tx.origin);
  const intent = tx.find('setup_intent', id);
  if (intent) return setupIntentView(intent);
  return null;
}
