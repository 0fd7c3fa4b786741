/** One call of the API: what it needs and what it answers. */

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
  /** Fastify's, below `/v1`. */
  readonly path: string;
  readonly run: (draft: Transaction, request: { id: string; params: unknown }) => object | Refused;
}

/** An answer that refuses although what it changed stays: a charge that was tried and failed. */
export class Refused {
  readonly answer: Answer;
  constructor(answer: Answer) {
    this.answer = answer;
  }
}

/** @throws StripeError 404 */
export function customerById(draft: Transaction, id: string, param = 'id'): Customer {
  const found = draft.find('customer', id);
  if (!found || (found.deleted && param !== 'id')) throw missing('customer', id, param);
  return found;
}

/** @throws StripeError */
export function priceAsked(id: string, param: string): CataloguePrice {
  const found = catalogue.find((price) => price.id === id);
  if (!found) throw missing('price', id, param);
  return found;
}

/** @throws StripeError when it is not this customer's */
export function cardOf(
  draft: Transaction,
  customer: string,
  id: string,
  param: string,
): PaymentMethod {
  const method = draft.find('payment_method', id);
  if (!method) throw missing('PaymentMethod', id, param);
  if (method.customer === customer) return method;
  throw invalid(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    param,
    'resource_missing',
  );
}
