/** The person who asks, as billing sees them: who they are at the provider and what runs, read anew. */

import { enqueueBillingJob } from '../db/billing/billing-jobs.ts';
import {
  deleteCustomer,
  findCustomer,
  findSubscription,
  insertCustomer,
  type StoredSubscription,
} from '../db/billing/billing-subscriptions.ts';
import { findGrant } from '../db/users/plan-grants.ts';
import type { User } from '../db/users/users.ts';
import { AppError, accountErasedError } from '../errors.ts';
import { type BillingContext, syncCustomer } from './billing-context.ts';
import { withIdempotencyKey } from './with-idempotency-key.ts';

export interface BillingCustomer {
  readonly uid: string;
  readonly customerId: string;
  readonly held: StoredSubscription | null;
}

/** What an operator granted costs nothing, and is changed by the operator. */
export async function assertPlanNotGranted({ pool }: BillingContext, uid: string): Promise<void> {
  const grant = await findGrant(pool, uid);
  if (grant !== null && grant.grantedBy !== 'billing')
    throw new AppError(
      'rule_broken',
      'Tu plan te lo hemos concedido nosotros: no hay nada que pagar.',
    );
}

/** Someone who may pay: made known to the provider on first sight. */
export async function ensureCustomer(
  billing: BillingContext,
  user: User,
): Promise<BillingCustomer> {
  const { pool, stripe } = billing;
  const { uid } = user;
  let customerId = await findCustomer(pool, uid);
  // Deleted by hand at the provider: nothing can be sold to that customer any more.
  if (customerId !== null && (await stripe.customers.retrieve(customerId)).deleted) {
    await deleteCustomer(pool, customerId);
    customerId = null;
  }
  customerId ??= await withIdempotencyKey(billing, { uid, purpose: 'customer' }, (options) =>
    makeCustomer(billing, user, options),
  );
  return refreshCustomer(billing, { uid, customerId });
}

/** Kept before its key counts as answered: whoever has a key of their own finds it. */
async function makeCustomer(
  { pool, stripe }: BillingContext,
  { uid, email }: User,
  options: { readonly idempotencyKey: string },
): Promise<string> {
  const kept = await findCustomer(pool, uid);
  if (kept !== null) return kept;
  const { id } = await stripe.customers.create(
    { email, preferred_locales: ['es'], metadata: { uid } },
    options,
  );
  const customerId = await insertCustomer(pool, uid, id);
  if (customerId !== null) return customerId;
  // Nothing of somebody who was erased stays at the provider either.
  await enqueueBillingJob(pool, 'delete_customer', id);
  throw accountErasedError();
}

/** @throws Refusal `conflict` for somebody who never subscribed */
export async function requireSubscribedCustomer(
  billing: BillingContext,
  uid: string,
): Promise<BillingCustomer & { readonly held: StoredSubscription }> {
  const customerId = await findCustomer(billing.pool, uid);
  const subscriber =
    customerId === null ? null : await refreshCustomer(billing, { uid, customerId });
  if (!subscriber?.held) throw new AppError('conflict', 'No tienes ninguna suscripción.');
  return { ...subscriber, held: subscriber.held };
}

/** What runs by the provider's word of now. */
export async function refreshCustomer(
  billing: BillingContext,
  known: { readonly uid: string; readonly customerId: string },
): Promise<BillingCustomer> {
  await syncCustomer(billing, known);
  return { ...known, held: await findSubscription(billing.pool, known.uid) };
}
