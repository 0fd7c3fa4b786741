/** Type of an API operation (route, run, response), and lookups shared by operations. */

import { planPrices, type StripePrice } from '../state/plan-prices.ts';
import type { Transaction } from '../state/record-store.ts';
import type { Customer, PaymentMethod } from '../state/records.ts';
import { invalidRequest, resourceMissing } from './stripe-error.ts';

export interface ApiResponse {
  readonly status: number;
  readonly body: object;
}

export interface ApiOperation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Fastify route below `/v1`. */
  readonly path: string;
  readonly run: (
    tx: Transaction,
    request: { id: string; params: unknown },
  ) => object | CommittedErrorResponse;
}

/** An error response whose changes are committed nevertheless: a charge that failed. */
export class CommittedErrorResponse {
  readonly response: ApiResponse;
  constructor(response: ApiResponse) {
    this.response = response;
  }
}

/** @throws StripeError 404; a deleted customer is found only as `id` */
export function customerById(tx: Transaction, id: string, param = 'id'): Customer {
  const found = tx.find('customer', id);
  if (!found || (found.deleted && param !== 'id')) throw resourceMissing('customer', id, param);
  return found;
}

/** @throws StripeError 404 */
export function requestedPrice(id: string, param: string): StripePrice {
  const found = planPrices.find((price) => price.id === id);
  if (!found) throw resourceMissing('price', id, param);
  return found;
}

/** @throws StripeError when it is not this customer's */
export function cardOfCustomer(
  tx: Transaction,
  customer: string,
  id: string,
  param: string,
): PaymentMethod {
  const method = tx.find('payment_method', id);
  if (!method) throw resourceMissing('PaymentMethod', id, param);
  if (method.customer === customer) return method;
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    param,
    'resource_missing',
  );
}
