/**
 * Parses and processes Stripe events. An event only names the customer to sync, so order, repetition and age of events
 * do not matter.
 */
import * as z from 'zod/mini';
import { findUidByCustomer } from '../db/billing/billing-subscriptions.ts';
import { filterUnprocessed, markEventsProcessed } from '../db/billing/processed-events.ts';
import { inTransaction } from '../db/transaction.ts';
import type { BillingContext } from './billing-context.ts';
import { setNewestCardAsDefault } from './default-payment-method.ts';
import { syncCustomer } from './sync-customer.ts';

const reference = z.union([z.string(), z.object({ id: z.string() })]);
export const providerEvent = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(255)),
  type: z.string().check(z.maxLength(255)),
  data: z.object({
    object: z.object({
      object: z.optional(z.string()),
      id: z.optional(z.string()),
      customer: z.optional(z.nullable(reference)),
      mode: z.optional(z.nullable(z.string())),
    }),
  }),
});
export type ProviderEvent = z.infer<typeof providerEvent>;

/** Event types we process; the webhook is set up with the same list (docs/operations.md). */
export const eventTypes = [
  'checkout.session.completed',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_action_required',
  'invoice.payment_failed',
  'invoice.marked_uncollectible',
  'invoice.updated',
  'invoice.voided',
] as const;

/** `duplicate`: all events were processed before. `unknown_customer`: of no user of ours, or of an erased one. */
export type EventOutcome = 'processed' | 'duplicate' | 'unknown_customer';

/** Stripe's id of the customer an event concerns; null when it concerns none. */
export function customerIdOf({ data: { object } }: ProviderEvent): string | null {
  if (object.object === 'customer') return object.id ?? null;
  const { customer } = object;
  if (customer === undefined || customer === null) return null;
  return typeof customer === 'string' ? customer : customer.id;
}

/**
 * Syncs one customer, and marks the events as processed in the same transaction.
 * @param events all of this customer
 * @throws Stripe's errors; then nothing is marked, and the events can be delivered again
 */
export async function processCustomerEvents(
  billing: BillingContext,
  customerId: string | null,
  events: readonly ProviderEvent[],
): Promise<EventOutcome> {
  const { pool } = billing;
  const unprocessed = await filterUnprocessed(pool, events);
  if (unprocessed.length === 0) return 'duplicate';
  const uid = customerId === null ? null : await findUidByCustomer(pool, customerId);
  if (customerId === null || uid === null) {
    await inTransaction(pool, (client) => markEventsProcessed(client, unprocessed));
    return 'unknown_customer';
  }
  if (unprocessed.some(isCardSetup)) await setNewestCardAsDefault(billing, customerId);
  const result = await syncCustomer(billing, { uid, customerId }, (client) =>
    markEventsProcessed(client, unprocessed),
  );
  return result === null ? 'duplicate' : 'processed';
}

const isCardSetup = ({ type, data }: ProviderEvent): boolean =>
  type === 'checkout.session.completed' && data.object.mode === 'setup';
