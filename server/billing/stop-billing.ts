/** Stops charging when an account is closed, suspended or erased; archives invoices as the law requires. */
import type pg from 'pg';
import { archiveInvoices } from '../db/billing/billing-invoices.ts';
import { enqueueBillingJob } from '../db/billing/billing-jobs.ts';
import { findCustomerId, findSubscription } from '../db/billing/billing-subscriptions.ts';
import { databaseNow } from '../db/database-clock.ts';
import type { User } from '../db/users/users.ts';
import { noSubscription, type SubscriptionRecord } from '../plans/subscription-state.ts';

/** Archived invoices are deleted after this (docs/decisions/018-stripe-synchronisation.md). */
const archiveYears = 3;

/** Only users who can use a plan are charged for it: neither closed nor suspended. */
export const isChargeable = ({ closedAt, estado }: User): boolean =>
  closedAt === null && estado === 'activo';

/**
 * A paid period lasts until its end, and can be resumed until then by a user who returns. A debt is waived: the
 * subscription is cancelled at once.
 */
export async function enqueueCancellation(
  client: pg.PoolClient,
  { state, facts }: SubscriptionRecord,
): Promise<void> {
  if (facts === null) return;
  if (state === 'active')
    await enqueueBillingJob(client, 'schedule_cancellation', facts.subscriptionId);
  if (state === 'pastDue')
    await enqueueBillingJob(client, 'cancel_subscription', facts.subscriptionId);
}

/** Call in the transaction that closes or suspends the account. */
export async function stopBilling(client: pg.PoolClient, uid: string): Promise<void> {
  await enqueueCancellation(client, (await findSubscription(client, uid)) ?? noSubscription);
}

/** Call in the transaction of an erasure, before the user's rows go. */
export async function archiveInvoicesAndDeleteCustomer(
  client: pg.PoolClient,
  uid: string,
): Promise<void> {
  const customerId = await findCustomerId(client, uid);
  if (customerId === null) return;
  const deleteAfter = await databaseNow(client);
  deleteAfter.setUTCFullYear(deleteAfter.getUTCFullYear() + archiveYears);
  await archiveInvoices(client, uid, deleteAfter);
  await enqueueBillingJob(client, 'delete_customer', customerId);
}
