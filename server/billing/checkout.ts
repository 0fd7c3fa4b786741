/** To the provider's card page and back: to subscribe, or to give another card. */
import type Stripe from 'stripe';
import { type CheckoutResult, type PaidPlan, paidPlan, type Redirect } from '#contract/billing.ts';
import {
  findCustomer,
  findSubscription,
  type StoredSubscription,
} from '../db/billing/billing-subscriptions.ts';
import { completeKeys } from '../db/billing/idempotency-keys.ts';
import type { User } from '../db/users/users.ts';
import { AppError } from '../errors.ts';
import { type BillingContext, syncCustomer } from './billing-context.ts';
import { setNewestCardAsDefault } from './default-payment-method.ts';
import { isMissing } from './stripe-client.ts';
import {
  assertPlanNotGranted,
  ensureCustomer,
  refreshCustomer,
  requireSubscribedCustomer,
} from './stripe-customer.ts';
import { paidPlanOf } from './subscription-state.ts';
import { withIdempotencyKey } from './with-idempotency-key.ts';

/** The provider fills in which visit it was; GET /api/billing/checkout then tells what became of it. */
const returnUrls = (appOrigin: string) => ({
  success_url: `${appOrigin}/dashboard/plan?pago={CHECKOUT_SESSION_ID}`,
  cancel_url: `${appOrigin}/dashboard/plan?pago=cancelado`,
  locale: 'es' as const,
});

/**
 * @throws Refusal `email_unconfirmed`, `rule_broken` for a granted plan, `conflict` when one runs already or another
 *   plan was asked for at the same time
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
  const { uid, customerId: customer, held } = await ensureCustomer(billing, user);
  assertNotSubscribed(held);
  const open = await listOpenSessions(billing, uid, customer);
  const same = open.find(isFor(plan));
  await expireOtherSessions(billing, open, same);
  if (same?.url) return { url: same.url };
  await createCheckoutSession(billing, { uid, customer, plan, revision: held?.revision ?? 0 });
  // Other clicks may have made theirs meanwhile, all of which find the same one to be the first; or one was just paid.
  const made = await listOpenSessions(billing, uid, customer);
  const { held: paid } = await refreshCustomer(billing, { uid, customerId: customer });
  const first = runs(paid) ? undefined : made[0];
  await expireOtherSessions(billing, made, first);
  assertNotSubscribed(paid);
  if (first === undefined || !isFor(plan)(first))
    throw new AppError(
      'conflict',
      'Otra página tuya acaba de empezar un pago. Recarga esta y vuelve a intentarlo.',
    );
  return redirectTo(first);
}

const runs = (held: StoredSubscription | null): boolean =>
  held !== null && paidPlanOf(held) !== 'basico';

function assertNotSubscribed(held: StoredSubscription | null): void {
  if (!runs(held)) return;
  throw new AppError('conflict', 'Ya tienes una suscripción: cambia de plan en vez de pagar otra.');
}

async function createCheckoutSession(
  billing: BillingContext,
  asked: {
    readonly uid: string;
    readonly customer: string;
    readonly plan: PaidPlan;
    readonly revision: number;
  },
): Promise<void> {
  const { uid, customer, plan, revision } = asked;
  const price = await billing.priceOf(plan);
  await withIdempotencyKey(billing, { uid, purpose: `checkout ${plan} ${revision}` }, (options) =>
    billing.stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        customer,
        client_reference_id: uid,
        line_items: [{ price, quantity: 1 }],
        automatic_tax: { enabled: true },
        // What the tax needs to know is asked on the card page.
        customer_update: { address: 'auto' },
        metadata: { plan },
        subscription_data: { metadata: { plan } },
        ...returnUrls(billing.appOrigin),
      },
      options,
    ),
  );
}

/** @throws Refusal `conflict` without a subscription that is still charged */
export async function beginCardChange(billing: BillingContext, uid: string): Promise<Redirect> {
  const { customerId: customer, held } = await requireSubscribedCustomer(billing, uid);
  if (paidPlanOf(held) === 'basico')
    throw new AppError('conflict', 'No hay ninguna suscripción que cobrar.');
  const session = await withIdempotencyKey(
    billing,
    { uid, purpose: `card ${held.facts.subscriptionId} ${held.revision}` },
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

/** @returns the visits that could still be paid, the first one first */
async function listOpenSessions(
  { stripe, pool }: BillingContext,
  uid: string,
  customer: string,
): Promise<Stripe.Checkout.Session[]> {
  const { data } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
  const open = data.filter(({ mode }) => mode === 'subscription').toReversed();
  // What they were made under was heard after all: it must not be repeated once they are gone.
  if (open.length > 0) await completeKeys(pool, uid, 'checkout');
  return open;
}

/** Two pages left open would be two subscriptions, were both paid. */
async function expireOtherSessions(
  { stripe }: BillingContext,
  visits: readonly Stripe.Checkout.Session[],
  kept: Stripe.Checkout.Session | undefined,
): Promise<void> {
  for (const { id } of visits) {
    // One that cannot be ended was paid or ended in this moment; if not, it is found again among the open ones.
    if (id !== kept?.id) await stripe.checkout.sessions.expire(id).catch(() => {});
  }
}

/** @throws Refusal `not_found` for a visit of somebody else */
export async function readCheckoutResult(
  billing: BillingContext,
  uid: string,
  id: string,
): Promise<CheckoutResult> {
  const { pool, stripe } = billing;
  const customerId = await findCustomer(pool, uid);
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
    return { outcome: session.status === 'expired' ? 'expired' : 'open', plan, settled: false };
  // Whoever comes back from paying need not wait for the webhook.
  if (session.mode === 'setup') {
    await setNewestCardAsDefault(billing, customerId);
    await syncCustomer(billing, { uid, customerId });
    return { outcome: 'saved', plan: null, settled: true };
  }
  await syncCustomer(billing, { uid, customerId });
  if (session.payment_status === 'unpaid') return { outcome: 'failed', plan, settled: false };
  const { subscription } = session;
  const bought = typeof subscription === 'string' ? null : subscription;
  return { plan, ...whatItBought(bought, await findSubscription(pool, uid)) };
}

/** @param held by our books, which have just been brought up to date */
function whatItBought(
  bought: Stripe.Subscription | null,
  held: StoredSubscription | null,
): Pick<CheckoutResult, 'outcome' | 'settled'> {
  if (bought === null || held === null) return { outcome: 'paid', settled: false };
  const isHeld = held.facts.subscriptionId === bought.id;
  if (isHeld && paidPlanOf(held) !== 'basico') return { outcome: 'paid', settled: true };
  const isOver =
    bought.status === 'canceled' ||
    (isHeld ? held.state === 'ended' : held.facts.createdAtMs > bought.created * 1_000);
  return isOver ? { outcome: 'past', settled: true } : { outcome: 'paid', settled: false };
}

const idOf = (given: string | { readonly id: string } | null): string | null =>
  typeof given === 'string' ? given : (given?.id ?? null);
