/** Previews and makes a change between paid plans: prorated now, charging exactly what the preview showed. */
import type Stripe from 'stripe';
import type { PaidPlan, PlanChangePreview } from '#contract/billing.ts';
import { plans } from '#domain/plans.ts';
import { AppError } from '../base/errors.ts';
import type { StoredSubscription } from '../db/billing/billing-subscriptions.ts';
import type { BillingContext } from './billing-context.ts';
import { assertPlanNotGranted, requireSubscribedCustomer } from './stripe-customer.ts';
import { syncCustomer } from './sync-customer.ts';
import { withIdempotencyKey } from './with-idempotency-key.ts';

/** How long a previewed price can be charged. */
const previewValidMs = 3_600_000;

/** @throws AppError `plan_granted`, `conflict` unless a subscription of another plan renews */
export async function previewPlanChange(
  billing: BillingContext,
  uid: string,
  plan: PaidPlan,
): Promise<PlanChangePreview> {
  const { stored } = await requireChangeableSubscription(billing, uid, plan);
  const preview = await fetchPreview(billing, stored, plan);
  const { periodEnd } = stored.facts;
  // The credit left after this invoice. Never a debt: debts are charged at once.
  const credit = Math.min(0, preview.starting_balance + preview.total);
  return {
    plan,
    proratedAt: new Date(proratedAtMsOf(preview)).toISOString(),
    dueNowCents: preview.total < 0 ? preview.total : preview.amount_due,
    nextCharge: {
      at: new Date(periodEnd).toISOString(),
      cents: Math.max(0, plans[plan].monthlyPriceCents + credit),
    },
  };
}

/**
 * @param proratedAt of the preview that was shown; null = now
 * @throws AppError as the preview, `card_declined`, and `validation_failed` when the preview is too old: nothing changed
 */
export async function changePlan(
  billing: BillingContext,
  uid: string,
  { plan, proratedAt }: { readonly plan: PaidPlan; readonly proratedAt: Date | null },
): Promise<void> {
  const { stored, customerId } = await requireChangeableSubscription(billing, uid, plan);
  const currentProratedAtMs = proratedAtMsOf(await fetchPreview(billing, stored, plan));
  const proratedAtMs = proratedAt?.getTime() ?? currentProratedAtMs;
  if (proratedAtMs > currentProratedAtMs || proratedAtMs < currentProratedAtMs - previewValidMs)
    throw new AppError(
      'validation_failed',
      'Ese precio ya no vale. Vuelve a mirarlo antes de cambiar.',
    );
  const { subscriptionId } = stored.facts;
  const proratedAtSeconds = Math.floor(proratedAtMs / 1_000);
  const price = await billing.priceIdOf(plan);
  const purpose = `plan ${plan} ${subscriptionId} ${proratedAtSeconds} ${stored.revision}`;
  await withIdempotencyKey(billing, { uid, purpose }, (options) =>
    billing.stripe.subscriptions.update(
      subscriptionId,
      {
        items: [{ id: stored.details.itemId, price }],
        proration_behavior: 'always_invoice',
        proration_date: proratedAtSeconds,
        // A declined card leaves the subscription unchanged.
        payment_behavior: 'error_if_incomplete',
        metadata: { plan },
      },
      options,
    ),
  );
  await syncCustomer(billing, { uid, customerId });
}

async function requireChangeableSubscription(billing: BillingContext, uid: string, plan: PaidPlan) {
  await assertPlanNotGranted(billing, uid);
  const customer = await requireSubscribedCustomer(billing, uid);
  const { state, facts } = customer.stored;
  if (state === 'pastDue')
    throw new AppError('conflict', 'Antes hay que pagar el recibo pendiente: cambia la tarjeta.');
  if (state === 'cancelScheduled')
    throw new AppError(
      'conflict',
      'Tu suscripción está cancelada: antes pulsa «Mantener suscripción».',
    );
  if (state !== 'active')
    throw new AppError('conflict', 'No tienes ninguna suscripción en marcha.');
  if (facts.plan === plan)
    throw new AppError('conflict', `Ya tienes el plan ${plans[plan].label}.`);
  return customer;
}

async function fetchPreview(
  { stripe, priceIdOf: priceOf }: BillingContext,
  { facts, details }: StoredSubscription,
  plan: PaidPlan,
): Promise<Stripe.Invoice> {
  return stripe.invoices.createPreview({
    subscription: facts.subscriptionId,
    subscription_details: {
      items: [{ id: details.itemId, price: await priceOf(plan) }],
      proration_behavior: 'always_invoice',
    },
  });
}

/** By Stripe's clock, epoch milliseconds. */
const proratedAtMsOf = ({ parent, created }: Stripe.Invoice): number =>
  (parent?.subscription_details?.subscription_proration_date ?? created) * 1_000;
