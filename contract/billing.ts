/** Schemas of subscriptions, checkout, plan changes and invoices (`/api/billing/…`). */
import * as z from 'zod/mini';
import { planNames } from '#domain/plans.ts';
import { instant } from './primitives.ts';

export const paidPlan = z.enum(['premium', 'elite']);
export type PaidPlan = z.infer<typeof paidPlan>;

/** Integer cents of EUR, tax included. */
const cents = z.int();

const subscriptionView = z.strictObject({
  status: z.enum(['incomplete', 'active', 'cancelScheduled', 'pastDue', 'ended']),
  plan: paidPlan,
  periodStart: instant,
  periodEnd: instant,
  /** When it ends, once cancelled or after failed payments; null = it renews. */
  endsAt: z.nullable(instant),
  /** When `pastDue`: until when the plan stays in force while the payment is retried. */
  graceUntil: z.nullable(instant),
  /** null when nothing more will be charged. */
  nextCharge: z.nullable(z.strictObject({ at: instant, cents })),
  card: z.nullable(
    z.strictObject({
      brand: z.string(),
      last4: z.string(),
      expiryMonth: z.int(),
      expiryYear: z.int(),
    }),
  ),
  /** The last charge that was paid. */
  lastPayment: z.nullable(z.strictObject({ at: instant, cents, taxCents: cents })),
});
export type SubscriptionView = z.infer<typeof subscriptionView>;

/** GET /api/billing/state. `plan` is the effective one; `subscription` null = never subscribed. */
export const billingState = z.strictObject({
  plan: z.enum(planNames),
  /** Granted by an operator: nothing to pay or cancel. */
  granted: z.boolean(),
  subscription: z.nullable(subscriptionView),
});
export type BillingState = z.infer<typeof billingState>;

/** POST /api/billing/checkout: URL of a checkout page. A running subscription is changed with POST /api/billing/plan. */
export const checkoutInput = z.strictObject({ plan: paidPlan });
export const redirect = z.strictObject({ url: z.string() });
export type Redirect = z.infer<typeof redirect>;

/**
 * POST /api/billing/card: URL of a page that takes another card, as a {@link redirect}.
 * POST /api/billing/cancel and /resume take no body and answer the new {@link billingState}.
 */

/** GET /api/billing/checkout?id: the result of a checkout session, for the page the user returns to. */
export const checkoutQuery = z.strictObject({
  id: z.string().check(z.regex(/^cs_\w{1,200}$/)),
});
export const checkoutResult = z.strictObject({
  /**
   * `paid`: charged, though not necessarily synced yet. `already_ended`: paid, but that subscription has ended since.
   * `card_updated`: the new card is stored and will be charged.
   */
  outcome: z.enum(['open', 'paid', 'already_ended', 'card_updated', 'failed', 'expired']),
  /** null when the session was for another card. */
  plan: z.nullable(paidPlan),
  /** Synced: the plan is in force, or the card is the default payment method. */
  synced: z.boolean(),
});
export type CheckoutResult = z.infer<typeof checkoutResult>;

/** GET /api/billing/plan?plan: what changing now would cost, in cents of EUR. */
export const planChangeQuery = z.strictObject({ plan: paidPlan });
export const planChangePreview = z.strictObject({
  plan: paidPlan,
  /** The instant the amounts are computed for; sent back with the change, exactly these are charged. */
  proratedAt: instant,
  /** Charged at once for the rest of the period; a negative amount is credited to the next charge. */
  dueNowCents: cents,
  nextCharge: z.strictObject({ at: instant, cents }),
});
export type PlanChangePreview = z.infer<typeof planChangePreview>;

/** POST /api/billing/plan: changes the plan now, answers the new {@link billingState}. A preview is valid for an hour. */
export const planChangeInput = z.strictObject({ plan: paidPlan, proratedAt: z.optional(instant) });

/** GET /api/billing/invoices, newest first. */
export const invoice = z.strictObject({
  id: z.string(),
  number: z.string(),
  issuedAt: instant,
  cents,
  taxCents: cents,
  status: z.enum(['paid', 'open', 'void', 'uncollectible']),
  /** The payment provider's page of the invoice. */
  url: z.nullable(z.string()),
});
export const invoices = z.strictObject({ items: z.array(invoice) });
export type Invoice = z.infer<typeof invoice>;
export type Invoices = z.infer<typeof invoices>;
