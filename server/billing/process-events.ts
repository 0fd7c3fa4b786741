/**
 * What the provider says that happened. An event only tells whose books to bring up to date, so order, repetition and
 * age of what arrives do not matter.
 */
import * as z from 'zod/mini';
import { findUidByCustomer } from '../db/billing/billing-subscriptions.ts';
import { claimEvents, filterUnprocessed } from '../db/billing/processed-events.ts';
import { inTransaction } from '../db/transaction.ts';
import { type BillingContext, syncCustomer } from './billing-context.ts';
import { setNewestCardAsDefault } from './default-payment-method.ts';

const named = z.union([z.string(), z.object({ id: z.string() })]);
export const providerEvent = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(255)),
  type: z.string().check(z.maxLength(255)),
  data: z.object({
    object: z.object({
      object: z.optional(z.string()),
      id: z.optional(z.string()),
      customer: z.optional(z.nullable(named)),
      mode: z.optional(z.nullable(z.string())),
    }),
  }),
});
export type ProviderEvent = z.infer<typeof providerEvent>;

/** Events we can do something about; also what the webhook is to be set up with (docs/operations.md). */
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

/** `known`: everything had had its effect before. `strange`: of nobody we know, or of somebody who was erased. */
export type EventOutcome = 'taken' | 'known' | 'strange';

/** Whom it is about, by the provider's id. */
export function customerOf({ data: { object } }: ProviderEvent): string | null {
  if (object.object === 'customer') return object.id ?? null;
  const { customer } = object;
  if (customer === undefined || customer === null) return null;
  return typeof customer === 'string' ? customer : customer.id;
}

/**
 * Brings one customer's books up to date; the events are claimed in the transaction of their effect.
 * @param events all about this customer
 * @throws Stripe's errors, and then nothing is claimed: they may come again
 */
export async function processCustomerEvents(
  billing: BillingContext,
  customerId: string | null,
  events: readonly ProviderEvent[],
): Promise<EventOutcome> {
  const { pool } = billing;
  const fresh = await filterUnprocessed(pool, events);
  if (fresh.length === 0) return 'known';
  const uid = customerId === null ? null : await findUidByCustomer(pool, customerId);
  if (customerId === null || uid === null) {
    await inTransaction(pool, (client) => claimEvents(client, fresh));
    return 'strange';
  }
  if (fresh.some(gaveCard)) await setNewestCardAsDefault(billing, customerId);
  const news = await syncCustomer(billing, { uid, customerId }, (client) =>
    claimEvents(client, fresh),
  );
  return news === null ? 'known' : 'taken';
}

const gaveCard = ({ type, data }: ProviderEvent): boolean =>
  type === 'checkout.session.completed' && data.object.mode === 'setup';
