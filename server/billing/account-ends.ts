/** What an account's end means for its payments: nothing more is charged, and invoices are kept as the law wants. */
import type pg from 'pg';
import { blockInvoices } from '../db/billing-invoices.ts';
import { askProvider } from '../db/billing-jobs.ts';
import { findCustomer, findSubscription } from '../db/billing-subscriptions.ts';
import type { User } from '../db/users.ts';
import { type Life, neverSubscribed } from './fold.ts';

/** Blocked, and then erased as well (docs/decisions/018-payments.md). */
const blockedYears = 3;

/** Neither closed nor suspended: only whoever can use a plan is charged for it. */
export const isOpen = ({ closedAt, estado }: User): boolean =>
  closedAt === null && estado === 'activo';

/**
 * Nothing more is charged: what is paid lasts until its end, what is owed is given up. Whoever comes back within the
 * period may keep the subscription.
 */
export async function stopCharging(client: pg.PoolClient, { state, facts }: Life): Promise<void> {
  if (facts === null) return;
  if (state === 'active') await askProvider(client, 'schedule_cancellation', facts.subscriptionId);
  if (state === 'pastDue') await askProvider(client, 'cancel_subscription', facts.subscriptionId);
}

/** When an account is closed or suspended, in its transaction. */
export async function stopRenewing(client: pg.PoolClient, uid: string): Promise<void> {
  await stopCharging(client, (await findSubscription(client, uid)) ?? neverSubscribed);
}

/** Before an erasure, in its transaction. */
export async function settleBeforeErasure(client: pg.PoolClient, uid: string): Promise<void> {
  const customerId = await findCustomer(client, uid);
  if (customerId === null) return;
  const keptUntil = new Date();
  keptUntil.setUTCFullYear(keptUntil.getUTCFullYear() + blockedYears);
  await blockInvoices(client, uid, keptUntil);
  await askProvider(client, 'delete_customer', customerId);
}
