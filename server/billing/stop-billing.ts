/** What an account's end means for its payments: nothing more is charged, and invoices are kept as the law wants. */
import type pg from 'pg';
import { archiveInvoices } from '../db/billing/billing-invoices.ts';
import { enqueueBillingJob } from '../db/billing/billing-jobs.ts';
import { findCustomer, findSubscription } from '../db/billing/billing-subscriptions.ts';
import type { User } from '../db/users/users.ts';
import { noSubscription, type SubscriptionRecord } from './subscription-state.ts';

/** Blocked, and then erased as well (docs/decisions/018-stripe-synchronisation.md). */
const blockedYears = 3;

/** Neither closed nor suspended: only whoever can use a plan is charged for it. */
export const isChargeable = ({ closedAt, estado }: User): boolean =>
  closedAt === null && estado === 'activo';

/**
 * Nothing more is charged: what is paid lasts until its end, what is owed is given up. Whoever comes back within the
 * period may keep the subscription.
 */
export async function enqueueStopCharging(
  client: pg.PoolClient,
  { state, facts }: SubscriptionRecord,
): Promise<void> {
  if (facts === null) return;
  if (state === 'active')
    await enqueueBillingJob(client, 'schedule_cancellation', facts.subscriptionId);
  if (state === 'pastDue')
    await enqueueBillingJob(client, 'cancel_subscription', facts.subscriptionId);
}

/** When an account is closed or suspended, in its transaction. */
export async function stopBilling(client: pg.PoolClient, uid: string): Promise<void> {
  await enqueueStopCharging(client, (await findSubscription(client, uid)) ?? noSubscription);
}

/** Before an erasure, in its transaction. */
export async function archiveInvoicesAndDeleteCustomer(
  client: pg.PoolClient,
  uid: string,
): Promise<void> {
  const customerId = await findCustomer(client, uid);
  if (customerId === null) return;
  const keptUntil = new Date();
  keptUntil.setUTCFullYear(keptUntil.getUTCFullYear() + blockedYears);
  await archiveInvoices(client, uid, keptUntil);
  await enqueueBillingJob(client, 'delete_customer', customerId);
}
