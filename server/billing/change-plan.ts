/** From one paid plan to another: now, for the rest of the period, charging exactly what the preview showed. */
import type Stripe from 'stripe';
import type { PaidPlan, PlanChangePreview } from '#contract/billing.ts';
import { plans } from '#domain/plans.ts';
import type { StoredSubscription } from '../db/billing/billing-subscriptions.ts';
import { AppError } from '../errors.ts';
import { type BillingContext, syncCustomer } from './billing-context.ts';
import { assertPlanNotGranted, requireSubscribedCustomer } from './stripe-customer.ts';
import { withIdempotencyKey } from './with-idempotency-key.ts';

const previewLifeMs = 3_600_000;

/** @throws Refusal `conflict` without a subscription that renews, or on that plan already */
export async function previewPlanChange(
  billing: BillingContext,
  uid: string,
  plan: PaidPlan,
): Promise<PlanChangePreview> {
  const { held } = await changeable(billing, uid, plan);
  const preview = await previewOf(billing, held, plan);
  const { periodEnd } = held.facts;
  // What is left of a credit once this is settled; never a debt, for debts are charged at once.
  const credit = Math.min(0, preview.starting_balance + preview.total);
  return {
    plan,
    proratedAt: new Date(proratedAtOf(preview)).toISOString(),
    dueNowCents: preview.total < 0 ? preview.total : preview.amount_due,
    nextCharge: {
      at: new Date(periodEnd).toISOString(),
      cents: Math.max(0, plans[plan].monthlyPriceCents + credit),
    },
  };
}

/**
 * @param proratedAt of the preview the person saw; null = at the present instant
 * @throws Refusal as the preview, and `rule_broken` when the card is refused or the preview is too old: nothing changed
 */
export async function changePlan(
  billing: BillingContext,
  uid: string,
  { plan, proratedAt }: { readonly plan: PaidPlan; readonly proratedAt: Date | null },
): Promise<void> {
  const { held, customerId } = await changeable(billing, uid, plan);
  const present = proratedAtOf(await previewOf(billing, held, plan));
  const at = proratedAt?.getTime() ?? present;
  if (at > present || at < present - previewLifeMs)
    throw new AppError('rule_broken', 'Ese precio ya no vale. Vuelve a mirarlo antes de cambiar.');
  const { subscriptionId } = held.facts;
  const date = Math.floor(at / 1_000);
  const price = await billing.priceOf(plan);
  const purpose = `plan ${plan} ${subscriptionId} ${date} ${held.revision}`;
  await withIdempotencyKey(billing, { uid, purpose }, (options) =>
    billing.stripe.subscriptions.update(
      subscriptionId,
      {
        items: [{ id: held.details.itemId, price }],
        proration_behavior: 'always_invoice',
        proration_date: date,
        // A card that is refused leaves everything as it was.
        payment_behavior: 'error_if_incomplete',
        metadata: { plan },
      },
      options,
    ),
  );
  await syncCustomer(billing, { uid, customerId });
}

async function changeable(billing: BillingContext, uid: string, plan: PaidPlan) {
  await assertPlanNotGranted(billing, uid);
  const subscriber = await requireSubscribedCustomer(billing, uid);
  const { state, facts } = subscriber.held;
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
  return subscriber;
}

async function previewOf(
  { stripe, priceOf }: BillingContext,
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

/** In the provider's own time. */
const proratedAtOf = ({ parent, created }: Stripe.Invoice): number =>
  (parent?.subscription_details?.subscription_proration_date ?? created) * 1_000;
