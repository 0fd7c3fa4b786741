/** Maps stored billing rows to API responses. Makes no request to Stripe, so it works during an outage. */
import type { BillingState, Invoices, SubscriptionView } from '#contract/billing.ts';
import { listInvoices, type StoredInvoice } from '../db/billing/billing-invoices.ts';
import { findSubscription, type StoredSubscription } from '../db/billing/billing-subscriptions.ts';
import type { Database } from '../db/pool.ts';
import { findGrant } from '../db/users/plan-grants.ts';
import { graceEndsAtMs } from './subscription-state.ts';

const instantOf = (instant: number | Date): string => new Date(instant).toISOString();
const orNull = (ms: number | null): string | null => (ms === null ? null : instantOf(ms));

export async function readBillingState(db: Database, uid: string): Promise<BillingState> {
  const grant = await findGrant(db, uid);
  const stored = await findSubscription(db, uid);
  const invoices = await listInvoices(db, uid);
  return {
    plan: grant?.plan ?? 'basico',
    granted: grant !== null && grant.grantedBy !== 'billing',
    subscription: stored === null ? null : toView(stored, invoices),
  };
}

function toView(stored: StoredSubscription, invoices: readonly StoredInvoice[]): SubscriptionView {
  const { state: status, facts, details } = stored;
  const { card, nextCharge } = details;
  const paid = invoices.find((invoice) => invoice.status === 'paid' && invoice.cents > 0);
  return {
    status,
    plan: facts.plan,
    periodStart: instantOf(facts.periodStart),
    periodEnd: instantOf(facts.periodEnd),
    endsAt: orNull(facts.endsAtMs),
    graceUntil: orNull(graceEndsAtMs(stored)),
    nextCharge:
      nextCharge === null || status === 'ended'
        ? null
        : { at: instantOf(nextCharge.at), cents: nextCharge.cents },
    card,
    lastPayment: paid
      ? {
          at: instantOf(paid.paidAt ?? paid.issuedAt),
          cents: paid.cents,
          taxCents: paid.taxCents,
        }
      : null,
  };
}

export async function readInvoices(db: Database, uid: string): Promise<Invoices> {
  const items = await listInvoices(db, uid);
  return {
    items: items.map(({ issuedAt, paidAt: _, ...rest }) => ({
      ...rest,
      issuedAt: instantOf(issuedAt),
    })),
  };
}
