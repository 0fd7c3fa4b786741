/** Type of an API operation (route, run, response), and lookups shared by operations. */
import type { Customer, PaymentMethod } from '../state/records.ts';
import type { Transaction } from '../state/store.ts';
import { type CataloguePrice, catalogue } from './catalogue.ts';
import { invalid, missing } from './stripe-error.ts';

export interface Answer {
  readonly status: number;
  readonly body: object;
}

export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Fastify route below `/v1`. */
  readonly path: string;
  readonly run: (
    tx: Transaction,
    request: { id: string; params: unknown },
  ) => object | CommittedError;
}

/** An error response whose changes are committed nevertheless: a charge that failed. */
export class CommittedError {
  readonly answer: Answer;
  constructor(answer: Answer) {
    this.answer = answer;
  }
}

/** @throws StripeError 404; a deleted customer is found only as `id` */
export function customerById(tx: Transaction, id: string, param = 'id'): Customer {
  const found = tx.find('customer', id);
  if (!found || (found.deleted && param !== 'id')) throw missing('customer', id, param);
  return found;
}

/** @throws StripeError 404 */
export function requestedPrice(id: string, param: string): CataloguePrice {
  const found = catalogue.find((price) => price.id === id);
  if (!found) throw missing('price', id, param);
  return found;
}

/** @throws StripeError when it is not this customer's */
export function cardOf(
  tx: Transaction,
  customer: string,
  id: string,
  param: string,
): PaymentMethod {
  const method = tx.find('payment_method', id);
  if (!method) throw missing('PaymentMethod', id, param);
  if (method.customer === customer) return method;
  throw invalid(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    param,
    'resource_missing',
  );
}
