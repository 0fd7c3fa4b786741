/** Stripe Checkout sessions: to subscribe or to change the card, and the result when the user returns. */
import type Stripe from 'stripe';
import { type CheckoutResult, type PaidPlan, paidPlan, type Redirect } from '#contract/billing.ts';
import { AppError } from '../base/errors.ts';
import {
  findCustomerId,
  findSubscription,
  type StoredSubscription,
} from '../db/billing/billing-subscriptions.ts';
import { completeKeys } from '../db/billing/idempotency-keys.ts';
import type { User } from '../db/users/users.ts';
import { paidPlanOf } from '../plans/subscription-state.ts';
import type { BillingContext } from './billing-context.ts';
import { setNewestCardAsDefault } from './default-payment-method.ts';
import { isMissing } from './stripe-client.ts';
import {
  assertPlanNotGranted,
  ensureCustomer,
  refreshCustomer,
  requireSubscribedCustomer,
} from './stripe-customer.ts';
import { syncCustomer } from './sync-customer.ts';
import { withIdempotencyKey } from './with-idempotency-key.ts';

/** Stripe fills in the session id; GET /api/billing/checkout returns that session's result. */
const returnUrls = (appOrigin: string) => ({
  success_url: `${appOrigin}/dashboard/plan?pago={CHECKOUT_SESSION_ID}`,
  cancel_url: `${appOrigin}/dashboard/plan?pago=cancelado`,
  locale: 'es' as const,
});

/**
 * Idempotent: returns the open session of the plan, and expires every other one.
 * @throws AppError `email_unconfirmed`, `plan_granted`, `conflict` when already subscribed or when
 *   another plan was requested at the same time
 */
export async function beginCheckout(
  billing: BillingContext,
  user: User,
  plan: PaidPlan,
): Promise<Redirect> {
  if (user.emailConfirmedAt === null)
    throw new AppError(
      'email_unconfirmed',
      'Antes confirma tu correo electrónico: ahí llegan tus recibos.',
    );
  await assertPlanNotGranted(billing, user.uid);
  const { uid, customerId: customer, stored } = await ensureCustomer(billing, user);
  assertNotSubscribed(stored);
  const open = await listOpenSessions(billing, uid, customer);
  const same = open.find(isFor(plan));
  await expireOtherSessions(billing, open, same);
  if (same?.url) return { url: same.url };
  await createCheckoutSession(billing, { uid, customer, plan, revision: stored?.revision ?? 0 });
  // Concurrent requests may have opened theirs; all of them keep the oldest. Or one was just paid.
  const openNow = await listOpenSessions(billing, uid, customer);
  const { stored: storedNow } = await refreshCustomer(billing, { uid, customerId: customer });
  const first = hasPaidPlan(storedNow) ? undefined : openNow[0];
  await expireOtherSessions(billing, openNow, first);
  assertNotSubscribed(storedNow);
  if (first === undefined || !isFor(plan)(first))
    throw new AppError(
      'conflict',
      'Otra página tuya acaba de empezar un pago. Recarga esta y vuelve a intentarlo.',
    );
  return redirectTo(first);
}

const hasPaidPlan = (stored: StoredSubscription | null): boolean =>
  stored !== null && paidPlanOf(stored) !== 'basico';

function assertNotSubscribed(stored: StoredSubscription | null): void {
  if (!hasPaidPlan(stored)) return;
  throw new AppError('conflict', 'Ya tienes una suscripción: cambia de plan en vez de pagar otra.');
}

async function createCheckoutSession(
  billing: BillingContext,
  input: {
    readonly uid: string;
    readonly customer: string;
    readonly plan: PaidPlan;
    readonly revision: number;
  },
): Promise<void> {
  const { uid, customer, plan, revision } = input;
  const price = await billing.priceIdOf(plan);
  await withIdempotencyKey(billing, { uid, purpose: `checkout ${plan} ${revision}` }, (options) =>
    billing.stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        customer,
        client_reference_id: uid,
        line_items: [{ price, quantity: 1 }],
        automatic_tax: { enabled: true },
        // Checkout asks for the address the tax depends on.
        customer_update: { address: 'auto' },
        metadata: { plan },
        subscription_data: { metadata: { plan } },
        ...returnUrls(billing.appOrigin),
      },
      options,
    ),
  );
}

/** A session that saves another card. @throws AppError `conflict` without a subscription that is charged */
export async function beginCardChange(billing: BillingContext, uid: string): Promise<Redirect> {
  const { customerId: customer, stored } = await requireSubscribedCustomer(billing, uid);
  if (paidPlanOf(stored) === 'basico')
    throw new AppError('conflict', 'No hay ninguna suscripción que cobrar.');
  const session = await withIdempotencyKey(
    billing,
    { uid, purpose: `card ${stored.facts.subscriptionId} ${stored.revision}` },
    (options) =>
      billing.stripe.checkout.sessions.create(
        {
          mode: 'setup',
          customer,
          client_reference_id: uid,
          currency: 'eur',
          ...returnUrls(billing.appOrigin),
        },
        options,
      ),
  );
  return redirectTo(session);
}

function redirectTo({ id, url }: Stripe.Checkout.Session): Redirect {
  if (url === null) throw new Error(`${id} has no page`);
  return { url };
}

const isFor =
  (plan: PaidPlan) =>
  ({ metadata }: Stripe.Checkout.Session): boolean =>
    metadata?.plan === plan;

/** @returns sessions that could still be paid, oldest first */
async function listOpenSessions(
  { stripe, pool }: BillingContext,
  uid: string,
  customer: string,
): Promise<Stripe.Checkout.Session[]> {
  const { data } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
  const open = data.filter(({ mode }) => mode === 'subscription').toReversed();
  // An open session proves that the create call reached Stripe: complete its idempotency key, or a later call would
  // return the expired session.
  if (open.length > 0) await completeKeys(pool, uid, 'checkout');
  return open;
}

/** Two open sessions could both be paid, and would make two subscriptions. */
async function expireOtherSessions(
  { stripe }: BillingContext,
  sessions: readonly Stripe.Checkout.Session[],
  except: Stripe.Checkout.Session | undefined,
): Promise<void> {
  for (const { id } of sessions) {
    // Fails for one just paid or expired. Any other failure leaves it open, and the next listing finds it.
    if (id !== except?.id) await stripe.checkout.sessions.expire(id).catch(() => {});
  }
}

/** Syncs the customer once the session is complete. @throws AppError `not_found` for another customer's session */
export async function fetchCheckoutResult(
  billing: BillingContext,
  uid: string,
  id: string,
): Promise<CheckoutResult> {
  const { pool, stripe } = billing;
  const customerId = await findCustomerId(pool, uid);
  if (customerId === null) throw new AppError('not_found');
  const session = await stripe.checkout.sessions
    .retrieve(id, { expand: ['subscription'] })
    .catch((error: unknown) => {
      if (isMissing(error)) throw new AppError('not_found');
      throw error;
    });
  if (idOf(session.customer) !== customerId) throw new AppError('not_found');
  const plan = paidPlan.safeParse(session.metadata?.plan).data ?? null;
  if (session.status !== 'complete')
    return { outcome: session.status === 'expired' ? 'expired' : 'open', plan, synced: false };
  // Syncs now, so that the returning user does not wait for the webhook.
  if (session.mode === 'setup') {
    await setNewestCardAsDefault(billing, customerId);
    await syncCustomer(billing, { uid, customerId });
    return { outcome: 'card_updated', plan: null, synced: true };
  }
  await syncCustomer(billing, { uid, customerId });
  if (session.payment_status === 'unpaid') return { outcome: 'failed', plan, synced: false };
  const { subscription } = session;
  const bought = typeof subscription === 'string' ? null : subscription;
  return { plan, ...purchaseOutcome(bought, await findSubscription(pool, uid)) };
}

/** @param stored just synced */
function purchaseOutcome(
  bought: Stripe.Subscription | null,
  stored: StoredSubscription | null,
): Pick<CheckoutResult, 'outcome' | 'synced'> {
  if (bought === null || stored === null) return { outcome: 'paid', synced: false };
  const isStored = stored.facts.subscriptionId === bought.id;
  if (isStored && paidPlanOf(stored) !== 'basico') return { outcome: 'paid', synced: true };
  const isOver =
    bought.status === 'canceled' ||
    (isStored ? stored.state === 'ended' : stored.facts.createdAtMs > bought.created * 1_000);
  return isOver ? { outcome: 'already_ended', synced: true } : { outcome: 'paid', synced: false };
}

const idOf = (reference: string | { readonly id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);
