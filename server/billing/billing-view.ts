/** Maps stored billing rows to API responses. Makes no request to Stripe, so it works during an outage. */
import type pg from 'pg';
import type { BillingState, Invoices, SubscriptionView } from '#contract/billing.ts';
import { listInvoices, type StoredInvoice } from '../db/billing/billing-invoices.ts';
import { findSubscription, type StoredSubscription } from '../db/billing/billing-subscriptions.ts';
import type { Database } from '../db/pool.ts';
import { inSnapshot } from '../db/transaction.ts';
import { findGrant } from '../db/users/plan-grants.ts';
import { graceEndsAtMs } from '../plans/subscription-state.ts';

const toIso = (instant: number | Date): string => new Date(instant).toISOString();
const toIsoOrNull = (ms: number | null): string | null => (ms === null ? null : toIso(ms));

export const buildBillingState = (pool: pg.Pool, uid: string): Promise<BillingState> =>
  // A subscription that ends meanwhile would be shown beside the plan that it no longer pays.
  inSnapshot(pool, (db) => readBillingState(db, uid));

async function readBillingState(db: Database, uid: string): Promise<BillingState> {
  const grant = await findGrant(db, uid);
  const stored = await findSubscription(db, uid);
  const invoices = await listInvoices(db, uid);
  return {
    plan: grant?.plan ?? 'basico',
    granted: grant !== null && grant.grantedBy !== 'billing',
    subscription: stored === null ? null : toSubscriptionView(stored, invoices),
  };
}

function toSubscriptionView(
  stored: StoredSubscription,
  invoices: readonly StoredInvoice[],
): SubscriptionView {
  const { state: status, facts, details } = stored;
  const { card, nextCharge } = details;
  const paid = invoices.find((invoice) => invoice.status === 'paid' && invoice.cents > 0);
  return {
    status,
    plan: facts.plan,
    periodStart: toIso(facts.periodStart),
    periodEnd: toIso(facts.periodEnd),
    endsAt: toIsoOrNull(facts.endsAtMs),
    graceUntil: toIsoOrNull(graceEndsAtMs(stored)),
    nextCharge:
      nextCharge === null || status === 'ended'
        ? null
        : { at: toIso(nextCharge.at), cents: nextCharge.cents },
    card,
    lastPayment: paid
      ? {
          at: toIso(paid.paidAt ?? paid.issuedAt),
          cents: paid.cents,
          taxCents: paid.taxCents,
        }
      : null,
  };
}

export async function buildInvoices(db: Database, uid: string): Promise<Invoices> {
  const items = await listInvoices(db, uid);
  return {
    items: items.map(({ issuedAt, paidAt: _, ...rest }) => ({
      ...rest,
      issuedAt: toIso(issuedAt),
    })),
  };
}
