/** Finds or creates the Stripe customer of a user, with the subscription just synced. */
import { AppError, accountErasedError } from '../base/errors.ts';
import { enqueueBillingJob } from '../db/billing/billing-jobs.ts';
import {
  deleteCustomer,
  findCustomerId,
  findSubscription,
  insertCustomer,
  type StoredSubscription,
} from '../db/billing/billing-subscriptions.ts';
import { findOperatorGrant } from '../db/users/plan-grants.ts';
import type { User } from '../db/users/users.ts';
import type { BillingContext } from './billing-context.ts';
import { syncCustomer } from './sync-customer.ts';
import { withIdempotencyKey } from './with-idempotency-key.ts';

export interface BillingCustomer {
  readonly uid: string;
  readonly customerId: string;
  readonly stored: StoredSubscription | null;
}

/** A granted plan costs nothing, and only the operator changes it. @throws AppError `plan_granted` */
export async function assertPlanNotGranted({ pool }: BillingContext, uid: string): Promise<void> {
  if ((await findOperatorGrant(pool, uid)) !== null)
    throw new AppError(
      'plan_granted',
      'Tu plan te lo hemos concedido nosotros: no hay nada que pagar.',
    );
}

/** Creates the customer at Stripe on first use. @throws AppError `unauthenticated` when the account was erased */
export async function ensureCustomer(
  billing: BillingContext,
  user: User,
): Promise<BillingCustomer> {
  const { pool, stripe } = billing;
  const { uid } = user;
  let customerId = await findCustomerId(pool, uid);
  // Deleted by hand at Stripe: that customer can no longer subscribe.
  if (customerId !== null && (await stripe.customers.retrieve(customerId)).deleted) {
    await deleteCustomer(pool, customerId);
    customerId = null;
  }
  customerId ??= await withIdempotencyKey(billing, { uid, purpose: 'customer' }, (options) =>
    createCustomer(billing, user, options),
  );
  return refreshCustomer(billing, { uid, customerId });
}

/** Stores the customer id before its key is completed, so that a concurrent request with another key finds it. */
async function createCustomer(
  { pool, stripe }: BillingContext,
  { uid, email }: User,
  options: { readonly idempotencyKey: string },
): Promise<string> {
  const existing = await findCustomerId(pool, uid);
  if (existing !== null) return existing;
  const { id } = await stripe.customers.create(
    { email, preferred_locales: ['es'], metadata: { uid } },
    options,
  );
  const customerId = await insertCustomer(pool, uid, id);
  if (customerId !== null) return customerId;
  // The user was erased meanwhile: delete the customer at Stripe too.
  await enqueueBillingJob(pool, 'delete_customer', id);
  throw accountErasedError();
}

/** @throws AppError `conflict` for a user who never subscribed */
export async function requireSubscribedCustomer(
  billing: BillingContext,
  uid: string,
): Promise<BillingCustomer & { readonly stored: StoredSubscription }> {
  const customerId = await findCustomerId(billing.pool, uid);
  const customer = customerId === null ? null : await refreshCustomer(billing, { uid, customerId });
  if (!customer?.stored) throw new AppError('conflict', 'No tienes ninguna suscripción.');
  return { ...customer, stored: customer.stored };
}

/** Syncs the customer, then reads the stored subscription. */
export async function refreshCustomer(
  billing: BillingContext,
  known: { readonly uid: string; readonly customerId: string },
): Promise<BillingCustomer> {
  await syncCustomer(billing, known);
  return { ...known, stored: await findSubscription(billing.pool, known.uid) };
}
