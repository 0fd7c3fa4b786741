/** `/v1/invoices`: list, pay and void invoices; preview of a change. */
import * as z from 'zod';
import { charge } from '../billing/invoicing.ts';
import { emitEvent } from '../state/emit-event.ts';
import type { Transaction } from '../state/record-store.ts';
import type { InvoiceRecord } from '../state/records.ts';
import { pageParams, pageView } from '../views/list-view.ts';
import { storedInvoiceView } from '../views/view-by-id.ts';
import { previewChange, previewParams } from './invoice-preview.ts';
import {
  type ApiOperation,
  CommittedErrorResponse,
  cardOfCustomer,
  customerById,
} from './operation.ts';
import { booleanParam, expand, parseParams } from './params.ts';
import { cardError, invalidRequest, resourceMissing } from './stripe-error.ts';

const listParams = z.strictObject({
  ...pageParams,
  customer: z.string().optional(),
  subscription: z.string().optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  expand,
});
const payParams = z.strictObject({
  payment_method: z.string().optional(),
  off_session: booleanParam.optional(),
  expand,
});
export const invoiceOperations: readonly ApiOperation[] = [
  {
    method: 'GET',
    path: '/invoices',
    run(tx, { params }) {
      const query = parseParams(listParams, params);
      if (query.customer !== undefined) customerById(tx, query.customer);
      const found = tx
        .list('invoice')
        .filter(
          ({ customer, subscription, status }) =>
            (query.customer ?? customer) === customer &&
            (query.subscription ?? subscription) === subscription &&
            (query.status ?? status) === status,
        );
      const view = (invoice: InvoiceRecord) => storedInvoiceView(tx, invoice);
      return pageView(found, query, { view, url: '/v1/invoices' });
    },
  },
  {
    method: 'POST',
    path: '/invoices/:id/pay',
    run(tx, { id, params }) {
      const input = parseParams(payParams, params);
      const invoice = invoiceById(tx, id);
      if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid');
      if (invoice.status !== 'open') throw invalidRequest(`Invoice is ${invoice.status}.`);
      const method =
        input.payment_method === undefined
          ? undefined
          : cardOfCustomer(tx, invoice.customer, input.payment_method, 'payment_method');
      const outcome = charge(tx, invoice, {
        ...(method === undefined ? {} : { method }),
        isOnSession: false,
      });
      if (outcome === 'accept') return storedInvoiceView(tx, invoiceById(tx, id));
      const { status, body } = cardError(outcome);
      return new CommittedErrorResponse({ status, body: { error: body } });
    },
  },
  {
    method: 'POST',
    path: '/invoices/:id/void',
    run(tx, { id }) {
      const invoice = invoiceById(tx, id);
      if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
        throw invalidRequest(`Invoice is ${invoice.status}.`);
      }
      const voided: InvoiceRecord = {
        ...invoice,
        status: 'void',
        voidedAt: tx.nowSeconds,
        nextAttemptAt: null,
      };
      tx.put(voided);
      emitEvent(tx, 'invoice.voided', storedInvoiceView(tx, voided));
      return storedInvoiceView(tx, voided);
    },
  },
  {
    method: 'POST',
    path: '/invoices/create_preview',
    run: (tx, { params }) => previewChange(tx, parseParams(previewParams, params)),
  },
];

function invoiceById(tx: Transaction, id: string): InvoiceRecord {
  const found = tx.find('invoice', id);
  if (!found) throw resourceMissing('invoice', id, 'invoice');
  return found;
}
