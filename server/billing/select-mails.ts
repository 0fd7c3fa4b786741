/** Which mails a change of a subscription deserves. Each follows from what was different before, so none is told twice. Pure. */
import type { FetchedInvoice } from '../db/billing/billing-invoices.ts';
import type { SubscriptionDetails } from '../db/billing/billing-subscriptions.ts';
import type { PlanChange } from './effective-plan.ts';
import { graceUntil, paidPlanOf, type SubscriptionRecord } from './subscription-state.ts';

type PaidLabel = 'premium' | 'elite';

export type BillingMail =
  | {
      readonly kind: 'welcome';
      readonly plan: PaidLabel;
      readonly renewsAtMs: number;
      readonly ends: boolean;
      readonly invoice: FetchedInvoice | null;
      readonly change: PlanChange | null;
    }
  | { readonly kind: 'receipt'; readonly plan: PaidLabel | null; readonly invoice: FetchedInvoice }
  | {
      readonly kind: 'planChanged';
      readonly before: PaidLabel;
      readonly plan: PaidLabel;
      readonly change: PlanChange | null;
      /** What was paid for the dearer plan and not used: the next charges are that much less. */
      readonly creditCents: number;
    }
  | {
      readonly kind: 'paymentFailed';
      readonly plan: PaidLabel;
      readonly until: number;
      readonly nextTry: SubscriptionDetails['nextCharge'];
    }
  | {
      readonly kind: 'cancellationScheduled';
      readonly plan: PaidLabel;
      readonly endsAtMs: number;
      /** Not asked for by the person, who cannot take it back either. */
      readonly suspended: boolean;
    }
  | {
      readonly kind: 'ended';
      readonly plan: PaidLabel;
      readonly unpaid: boolean;
      readonly change: PlanChange | null;
    };

export interface SubscriptionTransition {
  readonly before: SubscriptionRecord;
  readonly after: SubscriptionRecord;
  readonly details: SubscriptionDetails | null;
  /** Oldest first. */
  readonly paid: readonly FetchedInvoice[];
  readonly change: PlanChange | null;
  /** The account is suspended. */
  readonly suspended: boolean;
}

export function mailsFor({
  before,
  after,
  details,
  paid,
  change,
  suspended,
}: SubscriptionTransition): BillingMail[] {
  const planBefore = paidPlanOf(before);
  const plan = paidPlanOf(after);
  const invoices = paid.filter(({ cents }) => cents > 0);
  const receiptOf = (invoice: FetchedInvoice): BillingMail => ({
    kind: 'receipt',
    plan: plan === 'basico' ? null : plan,
    invoice,
  });
  if (plan === 'basico') {
    if (planBefore === 'basico') return invoices.map(receiptOf);
    const unpaid = before.state === 'pastDue' || (after.facts?.owedSince ?? null) !== null;
    return [...invoices.map(receiptOf), { kind: 'ended', plan: planBefore, unpaid, change }];
  }
  const { facts } = after;
  if (facts === null) return [];
  if (planBefore === 'basico' && after.state !== 'pastDue') {
    const invoice = invoices.at(-1) ?? null;
    const { periodEnd: renewsAtMs } = facts;
    const ends = after.state === 'cancelScheduled';
    return [
      ...invoices.slice(0, -1).map(receiptOf),
      { kind: 'welcome', plan, renewsAtMs, ends, invoice, change },
    ];
  }
  const letters: BillingMail[] = [];
  if (planBefore !== 'basico' && planBefore !== plan) {
    const creditCents = paid.reduce((sum, { cents }) => sum + Math.max(0, -cents), 0);
    letters.push({ kind: 'planChanged', before: planBefore, plan, change, creditCents });
  }
  letters.push(...invoices.map(receiptOf));
  const until = graceUntil(after);
  if (until !== null && before.state !== 'pastDue')
    letters.push({ kind: 'paymentFailed', plan, until, nextTry: details?.nextCharge ?? null });
  const endsAtMs = after.state === 'cancelScheduled' ? facts.endsAtMs : null;
  const known = before.state === 'cancelScheduled' ? before.facts?.endsAtMs : null;
  if (endsAtMs !== null && endsAtMs !== known)
    letters.push({ kind: 'cancellationScheduled', plan, endsAtMs, suspended });
  return letters;
}
