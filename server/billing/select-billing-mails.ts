/** Decides which billing mails a change sends. Pure: each follows from a difference, so none is sent twice. */
import type { PaidPlan } from '#contract/billing.ts';
import type { PlanName } from '#domain/plans.ts';
import type { FetchedInvoice } from '../db/billing/billing-invoices.ts';
import type { SubscriptionDetails } from '../db/billing/billing-subscriptions.ts';
import type { PlanChange } from '../plans/effective-plan.ts';
import { graceEndsAtMs, paidPlanOf, type SubscriptionRecord } from '../plans/subscription-state.ts';

export type BillingMail =
  | {
      readonly kind: 'welcome';
      readonly plan: PaidPlan;
      readonly renewsAtMs: number;
      /** Already cancelled: it does not renew. */
      readonly willEnd: boolean;
      readonly invoice: FetchedInvoice | null;
      readonly change: PlanChange | null;
    }
  | { readonly kind: 'receipt'; readonly plan: PaidPlan | null; readonly invoice: FetchedInvoice }
  | {
      readonly kind: 'planChanged';
      readonly before: PaidPlan;
      readonly plan: PaidPlan;
      readonly change: PlanChange | null;
      /** Unused part of the dearer plan, credited to the next charges. */
      readonly creditCents: number;
    }
  | {
      readonly kind: 'paymentFailed';
      readonly plan: PaidPlan;
      readonly untilMs: number;
      readonly nextAttempt: SubscriptionDetails['nextCharge'];
      readonly granted: PlanName | null;
    }
  | {
      readonly kind: 'cancellationScheduled';
      readonly plan: PaidPlan;
      readonly endsAtMs: number;
      /** Cancelled by a suspension, so the user cannot resume it. */
      readonly suspended: boolean;
      readonly granted: PlanName | null;
    }
  /** The last mail would go on saying that the plan ends. */
  | { readonly kind: 'cancellationUndone'; readonly plan: PaidPlan; readonly renewsAtMs: number }
  | {
      readonly kind: 'ended';
      readonly plan: PaidPlan;
      readonly unpaid: boolean;
      readonly change: PlanChange | null;
      readonly granted: PlanName | null;
    };

export interface SubscriptionTransition {
  readonly before: SubscriptionRecord;
  readonly after: SubscriptionRecord;
  readonly details: SubscriptionDetails | null;
  /** Oldest first. */
  readonly paid: readonly FetchedInvoice[];
  readonly change: PlanChange | null;
  /** An operator's grant, which stays whatever becomes of the subscription; null without one. */
  readonly granted: PlanName | null;
  readonly suspended: boolean;
}

/** @returns the mails in the order in which they are sent */
export function selectBillingMails({
  before,
  after,
  details,
  paid,
  change,
  granted,
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
    return [
      ...invoices.map(receiptOf),
      { kind: 'ended', plan: planBefore, unpaid, change, granted },
    ];
  }
  const { facts } = after;
  if (facts === null) return [];
  if (planBefore === 'basico' && after.state !== 'pastDue') {
    const invoice = invoices.at(-1) ?? null;
    const { periodEnd: renewsAtMs } = facts;
    const willEnd = after.state === 'cancelScheduled';
    return [
      ...invoices.slice(0, -1).map(receiptOf),
      { kind: 'welcome', plan, renewsAtMs, willEnd, invoice, change },
    ];
  }
  const mails: BillingMail[] = [];
  if (planBefore !== 'basico' && planBefore !== plan) {
    const creditCents = paid.reduce((sum, { cents }) => sum + Math.max(0, -cents), 0);
    mails.push({ kind: 'planChanged', before: planBefore, plan, change, creditCents });
  }
  mails.push(...invoices.map(receiptOf));
  const untilMs = graceEndsAtMs(after);
  if (untilMs !== null && before.state !== 'pastDue') {
    const nextAttempt = details?.nextCharge ?? null;
    mails.push({ kind: 'paymentFailed', plan, untilMs, nextAttempt, granted });
  }
  const endsAtMs = after.state === 'cancelScheduled' ? facts.endsAtMs : null;
  const endsAtMsBefore = before.state === 'cancelScheduled' ? before.facts?.endsAtMs : null;
  if (endsAtMs !== null && endsAtMs !== endsAtMsBefore)
    mails.push({ kind: 'cancellationScheduled', plan, endsAtMs, suspended, granted });
  if (before.state === 'cancelScheduled' && after.state === 'active')
    mails.push({ kind: 'cancellationUndone', plan, renewsAtMs: facts.periodEnd });
  return mails;
}
