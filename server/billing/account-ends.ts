/** What an account's end means for its payments: nothing more is charged, and invoices are kept as the law wants. */
import type pg from 'pg';
import { blockInvoices } from '../db/billing-invoices.ts';
import { askProvider } from '../db/billing-jobs.ts';
import { findCustomer, findSubscription } from '../db/billing-subscriptions.ts';
import { paidPlanOf } from './fold.ts';

/** Blocked, and then erased as well (docs/decisions/018-payments.md). */
const blockedYears = 3;

/** A closed account may come back within the period it paid for; it is not renewed. */
export async function stopRenewing(client: pg.PoolClient, uid: string): Promise<void> {
  const held = await findSubscription(client, uid);
  if (held === null || paidPlanOf(held) === 'basico') return;
  await askProvider(client, 'schedule_cancellation', held.facts.subscriptionId);
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
