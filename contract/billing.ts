/** Plans that are paid: what a person sees of their subscription, and what they may ask of it (`/api/billing/…`). */
import * as z from 'zod/mini';
import { planNames } from '#domain/plans.ts';
import { instant } from './primitives.ts';

export const paidPlan = z.enum(['premium', 'elite']);
export type PaidPlan = z.infer<typeof paidPlan>;

/** Integer cents of EUR, tax included. */
const cents = z.int();

export const subscriptionView = z.strictObject({
  status: z.enum(['incomplete', 'active', 'cancelScheduled', 'pastDue', 'ended']),
  plan: paidPlan,
  periodStart: instant,
  periodEnd: instant,
  /** When it ends, once cancelled or given up; null = it renews. */
  endsAt: z.nullable(instant),
  /** Past due: until when the plan stays while the card is tried again. */
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

/** GET /api/billing/state. `plan` is what counts now; `subscription` null = never subscribed. */
export const billingState = z.strictObject({
  plan: z.enum(planNames),
  /** The plan was granted by the operator: there is nothing to pay or cancel. */
  granted: z.boolean(),
  subscription: z.nullable(subscriptionView),
});
export type BillingState = z.infer<typeof billingState>;

/** POST /api/billing/checkout: where to pay. A running subscription is changed instead (POST /api/billing/plan). */
export const checkoutInput = z.strictObject({ plan: paidPlan });
export const redirect = z.strictObject({ url: z.string() });
export type Redirect = z.infer<typeof redirect>;

/**
 * POST /api/billing/card: where to give another card. Answered with a {@link redirect}, like a checkout.
 * POST /api/billing/cancel and /resume take no body and answer the new {@link billingState}.
 */

/** GET /api/billing/checkout?id: what became of a visit to the card page, for the way back from it. */
export const checkoutQuery = z.strictObject({
  id: z.string().check(z.regex(/^cs_\w{1,200}$/)),
});
export const checkoutResult = z.strictObject({
  /**
   * `paid`: charged, though our books may not show it yet. `past`: so it was, and what was paid for is over by now.
   * `saved`: the other card is kept and will be charged.
   */
  outcome: z.enum(['open', 'paid', 'past', 'saved', 'failed', 'expired']),
  /** null when the visit was to give another card. */
  plan: z.nullable(paidPlan),
  /** Our books agree: the plan counts, or the card is the one charged. */
  settled: z.boolean(),
});
export type CheckoutResult = z.infer<typeof checkoutResult>;

/** GET /api/billing/plan?plan: what changing now would cost, in cents of EUR. */
export const planChangeQuery = z.strictObject({ plan: paidPlan });
export const planChangePreview = z.strictObject({
  plan: paidPlan,
  /** The instant the sums are made for: sent back with the change, it charges exactly what was shown. */
  proratedAt: instant,
  /** Charged at once for the rest of the period; negative is credited to the next charge. */
  dueNowCents: cents,
  nextCharge: z.strictObject({ at: instant, cents }),
});
export type PlanChangePreview = z.infer<typeof planChangePreview>;

/** POST /api/billing/plan changes it now and answers the new {@link billingState}. A preview is good for an hour. */
export const planChangeInput = z.strictObject({ plan: paidPlan, proratedAt: z.optional(instant) });

/** GET /api/billing/invoices, newest first. */
export const invoice = z.strictObject({
  id: z.string(),
  number: z.string(),
  issuedAt: instant,
  cents,
  taxCents: cents,
  status: z.enum(['paid', 'open', 'void', 'uncollectible']),
  /** The provider's own page of it. */
  url: z.nullable(z.string()),
});
export const invoices = z.strictObject({ items: z.array(invoice) });
export type Invoice = z.infer<typeof invoice>;
export type Invoices = z.infer<typeof invoices>;
