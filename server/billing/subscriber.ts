/** The person who asks, as billing sees them: who they are at the provider and what runs, read anew. */

import { askProvider } from '../db/billing-jobs.ts';
import {
  findCustomer,
  findSubscription,
  forgetCustomer,
  type HeldSubscription,
  keepCustomer,
} from '../db/billing-subscriptions.ts';
import { findGrant } from '../db/grants.ts';
import type { User } from '../db/users.ts';
import { accountGone, Refusal } from '../errors.ts';
import { underKey } from './ask-provider.ts';
import { type Billing, catchUp } from './billing.ts';

export interface Subscriber {
  readonly uid: string;
  readonly customerId: string;
  readonly held: HeldSubscription | null;
}

/** What an operator granted costs nothing, and is changed by the operator. */
export async function refuseGranted({ pool }: Billing, uid: string): Promise<void> {
  const grant = await findGrant(pool, uid);
  if (grant !== null && grant.grantedBy !== 'billing')
    throw new Refusal(
      'rule_broken',
      'Tu plan te lo hemos concedido nosotros: no hay nada que pagar.',
    );
}

/** Someone who may pay: made known to the provider on first sight. */
export async function toSubscriber(billing: Billing, user: User): Promise<Subscriber> {
  const { pool, stripe } = billing;
  const { uid } = user;
  let customerId = await findCustomer(pool, uid);
  // Deleted by hand at the provider: nothing can be sold to that customer any more.
  if (customerId !== null && (await stripe.customers.retrieve(customerId)).deleted) {
    await forgetCustomer(pool, customerId);
    customerId = null;
  }
  customerId ??= await underKey(billing, { uid, purpose: 'customer' }, (options) =>
    makeCustomer(billing, user, options),
  );
  return readAnew(billing, { uid, customerId });
}

/** Kept before its key counts as answered: whoever has a key of their own finds it. */
async function makeCustomer(
  { pool, stripe }: Billing,
  { uid, email }: User,
  options: { readonly idempotencyKey: string },
): Promise<string> {
  const kept = await findCustomer(pool, uid);
  if (kept !== null) return kept;
  const { id } = await stripe.customers.create(
    { email, preferred_locales: ['es'], metadata: { uid } },
    options,
  );
  const customerId = await keepCustomer(pool, uid, id);
  if (customerId !== null) return customerId;
  // Nothing of somebody who was erased stays at the provider either.
  await askProvider(pool, 'delete_customer', id);
  throw accountGone();
}

/** @throws Refusal `conflict` for somebody who never subscribed */
export async function knownSubscriber(
  billing: Billing,
  uid: string,
): Promise<Subscriber & { readonly held: HeldSubscription }> {
  const customerId = await findCustomer(billing.pool, uid);
  const subscriber = customerId === null ? null : await readAnew(billing, { uid, customerId });
  if (!subscriber?.held) throw new Refusal('conflict', 'No tienes ninguna suscripción.');
  return { ...subscriber, held: subscriber.held };
}

/** What runs by the provider's word of now. */
export async function readAnew(
  billing: Billing,
  known: { readonly uid: string; readonly customerId: string },
): Promise<Subscriber> {
  await catchUp(billing, known);
  return { ...known, held: await findSubscription(billing.pool, known.uid) };
}
