/** `/v1/invoices`: looked at, paid again, and what a change would cost. */
import * as z from 'zod';
import { charge } from '../billing/invoicing.ts';
import { emit } from '../state/events.ts';
import type { Invoice } from '../state/records.ts';
import type { Transaction } from '../state/store.ts';
import { listPage, pageParams } from '../views/list-view.ts';
import { invoiceOf } from '../views/view-by-id.ts';
import { previewChange, previewParams } from './invoice-preview.ts';
import { cardOf, customerById, type Operation, Refused } from './operation.ts';
import { expand, flag, readParams } from './params.ts';
import { cardError, invalid, missing } from './stripe-error.ts';

const listParams = z.strictObject({
  ...pageParams,
  customer: z.string().optional(),
  subscription: z.string().optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  expand,
});
const payParams = z.strictObject({
  payment_method: z.string().optional(),
  off_session: flag.optional(),
  expand,
});
export const invoiceOperations: readonly Operation[] = [
  {
    method: 'GET',
    path: '/invoices',
    run(draft, { params }) {
      const asked = readParams(listParams, params);
      if (asked.customer !== undefined) customerById(draft, asked.customer);
      const found = draft
        .list('invoice')
        .filter(
          ({ customer, subscription, status }) =>
            (asked.customer ?? customer) === customer &&
            (asked.subscription ?? subscription) === subscription &&
            (asked.status ?? status) === status,
        );
      const view = (invoice: Invoice) => invoiceOf(draft, invoice);
      return listPage(found, asked, { view, url: '/v1/invoices' });
    },
  },
  {
    method: 'GET',
    path: '/invoices/:id',
    run: (draft, { id }) => invoiceOf(draft, invoiceById(draft, id)),
  },
  {
    method: 'POST',
    path: '/invoices/:id/pay',
    run(draft, { id, params }) {
      const given = readParams(payParams, params);
      const invoice = invoiceById(draft, id);
      if (invoice.status === 'paid') throw invalid('Invoice is already paid');
      if (invoice.status !== 'open') throw invalid(`Invoice is ${invoice.status}.`);
      const method =
        given.payment_method === undefined
          ? undefined
          : cardOf(draft, invoice.customer, given.payment_method, 'payment_method');
      const outcome = charge(draft, invoice, {
        ...(method === undefined ? {} : { method }),
        ownerIsPresent: false,
      });
      if (outcome === 'accept') return invoiceOf(draft, invoiceById(draft, id));
      const { status, body } = cardError(outcome);
      return new Refused({ status, body: { error: body } });
    },
  },
  {
    method: 'POST',
    path: '/invoices/:id/void',
    run(draft, { id }) {
      const invoice = invoiceById(draft, id);
      if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
        throw invalid(`Invoice is ${invoice.status}.`);
      }
      const done: Invoice = {
        ...invoice,
        status: 'void',
        voidedAt: draft.now,
        nextAttemptAt: null,
      };
      draft.put(done);
      emit(draft, 'invoice.voided', invoiceOf(draft, done));
      return invoiceOf(draft, done);
    },
  },
  {
    method: 'POST',
    path: '/invoices/create_preview',
    run: (draft, { params }) => previewChange(draft, readParams(previewParams, params)),
  },
];

function invoiceById(draft: Transaction, id: string): Invoice {
  const found = draft.find('invoice', id);
  if (!found) throw missing('invoice', id, 'invoice');
  return found;
}
