/** What a person sees of their plan and its payments: from our own books alone, so the provider may be away. */
import type { BillingState, Invoices, SubscriptionView } from '#contract/billing.ts';
import { listInvoices, type StoredInvoice } from '../db/billing/billing-invoices.ts';
import { findSubscription, type StoredSubscription } from '../db/billing/billing-subscriptions.ts';
import type { Database } from '../db/pool.ts';
import { findGrant } from '../db/users/plan-grants.ts';
import { graceUntil } from './subscription-state.ts';

const instantOf = (at: number | Date): string => new Date(at).toISOString();
const orNull = (at: number | null): string | null => (at === null ? null : instantOf(at));

export async function readBillingState(db: Database, uid: string): Promise<BillingState> {
  const grant = await findGrant(db, uid);
  const held = await findSubscription(db, uid);
  const invoices = await listInvoices(db, uid);
  return {
    plan: grant?.plan ?? 'basico',
    granted: grant !== null && grant.grantedBy !== 'billing',
    subscription: held === null ? null : toView(held, invoices),
  };
}

function toView(held: StoredSubscription, invoices: readonly StoredInvoice[]): SubscriptionView {
  const { state: status, facts, details } = held;
  const { card, nextCharge } = details;
  const paid = invoices.find((invoice) => invoice.status === 'paid' && invoice.cents > 0);
  return {
    status,
    plan: facts.plan,
    periodStart: instantOf(facts.periodStart),
    periodEnd: instantOf(facts.periodEnd),
    endsAt: orNull(facts.endsAtMs),
    graceUntil: orNull(graceUntil(held)),
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
