/** Contract tests of Stripe through its SDK: run against the stand-in and, with a key, Stripe's test mode. */
import Stripe from 'stripe';
import { beforeAll, describe, expect, it } from 'vitest';
import { plans } from '#domain/plans.ts';
import { priceOf } from './stripe-host.ts';

export interface StripeTarget {
  readonly name: string;
  /** Per test; the hosted service's test clocks are slow. */
  readonly timeoutMs: number;
  /** @param apiKey instead of the valid one */
  client(apiKey?: string): Stripe;
  /** Creates the prices if missing. */
  preparePrices(): Promise<void>;
  /** A customer with a test clock. */
  newCustomer(): Promise<string>;
  /** Advances the customer's test clock. */
  advance(customer: string, toSeconds: number): Promise<void>;
}

/** A renewal is charged about an hour after the end of the period. */
const afterRenewalSeconds = 2 * 3_600;
const returnUrls = {
  success_url: 'http://localhost:5173/plan?pago={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:5173/plan',
};

/** @param token one of Stripe's test cards */
export async function attachCard(stripe: Stripe, customer: string, token = 'pm_card_visa') {
  const { id } = await stripe.paymentMethods.attach(token, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  return id;
}

/** The only item, which has the period. @throws Error when there is none */
export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error('a subscription without items');
  return item;
}

/** The StripeError a request is expected to reject with. */
async function errorOf(request: Promise<unknown>) {
  const error = await request.then(
    () => null,
    (cause: unknown) => cause,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error('expected a StripeError');
  return error;
}

export function stripeScenarios(target: StripeTarget): void {
  describe(`payments on ${target.name}`, { timeout: target.timeoutMs }, () => {
    let stripe: Stripe;
    beforeAll(async () => {
      stripe = target.client();
      await target.preparePrices();
    }, target.timeoutMs);

    const subscribe = async (plan: 'premium' | 'elite' = 'premium') => {
      const customer = await target.newCustomer();
      await attachCard(stripe, customer);
      const subscription = await stripe.subscriptions.create({
        customer,
        items: [{ price: await priceOf(stripe, plan) }],
      });
      return { customer, subscription, item: itemOf(subscription) };
    };
    const latestInvoice = async (subscription: string) => {
      const { latest_invoice } = await stripe.subscriptions.retrieve(subscription, {
        expand: ['latest_invoice'],
      });
      if (latest_invoice === null || typeof latest_invoice === 'string') {
        throw new Error('not expanded');
      }
      return latest_invoice;
    };

    it('returns errors in the format the SDK expects', async () => {
      const missing = await errorOf(stripe.customers.retrieve('cus_nadie'));
      expect(missing).toMatchObject({
        type: 'StripeInvalidRequestError',
        code: 'resource_missing',
        statusCode: 404,
        param: 'id',
      });
      expect(missing.requestId).toMatch(/^req_/);
      const unknown = { email: 'a@correo.es', apodo: 'Lu' } as Stripe.CustomerCreateParams;
      expect(await errorOf(stripe.customers.create(unknown))).toMatchObject({
        type: 'StripeInvalidRequestError',
        code: 'parameter_unknown',
        statusCode: 400,
        param: 'apodo',
      });
      const unauthorized = target.client('sk_test_nadie').customers.list();
      expect(await errorOf(unauthorized)).toMatchObject({
        type: 'StripeAuthenticationError',
        statusCode: 401,
      });
    });

    it('creates one customer for one idempotency key, however often, and for no other request', async () => {
      const idempotencyKey = crypto.randomUUID();
      const create = (email: string) => stripe.customers.create({ email }, { idempotencyKey });
      const answers = await Promise.allSettled(Array(10).fill('uno@correo.es').map(create));
      const ids = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
      // The hosted service may reject some as in progress; it never creates a second.
      expect(new Set(ids).size).toBe(1);
      const again = await create('uno@correo.es');
      expect(ids).toContain(again.id);
      expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
      const type = 'StripeIdempotencyError';
      expect(await errorOf(create('otro@correo.es'))).toMatchObject({ type, statusCode: 400 });
    });

    it('opens checkout sessions, which can be read with their lines and expired', async () => {
      const customer = await target.newCustomer();
      const opened = await stripe.checkout.sessions.create({
        ...returnUrls,
        mode: 'subscription',
        customer,
        line_items: [{ price: await priceOf(stripe, 'elite'), quantity: 1 }],
        client_reference_id: 'u1',
        subscription_data: { metadata: { userId: 'u1' } },
      });
      expect(opened).toMatchObject({
        status: 'open',
        payment_status: 'unpaid',
        mode: 'subscription',
        amount_total: plans.elite.monthlyPriceCents,
        client_reference_id: 'u1',
        customer,
        subscription: null,
      });
      expect(opened.url).toMatch(/^https?:/);
      const seen = await stripe.checkout.sessions.retrieve(opened.id, {
        expand: ['line_items', 'customer'],
      });
      expect(seen.line_items?.data[0]?.price?.lookup_key).toBe('vigia_elite');
      expect(seen.customer).toMatchObject({ id: customer, object: 'customer' });
      const closed = await stripe.checkout.sessions.expire(opened.id);
      expect(closed).toMatchObject({ status: 'expired', url: null });
      expect(await errorOf(stripe.checkout.sessions.expire(opened.id))).toMatchObject({
        statusCode: 400,
      });
      const setup = { ...returnUrls, mode: 'setup', currency: 'eur', customer } as const;
      expect(await stripe.checkout.sessions.create(setup)).toMatchObject({
        mode: 'setup',
        status: 'open',
        payment_status: 'no_payment_required',
      });
    });

    it('starts a subscription with a paid month, whose period is on the item', async () => {
      const { customer, subscription, item } = await subscribe();
      expect(subscription).toMatchObject({ status: 'active', cancel_at: null, customer });
      const days = (item.current_period_end - item.current_period_start) / 86_400;
      expect(days).toBeGreaterThanOrEqual(28);
      expect(days).toBeLessThanOrEqual(31);
      expect(item.price).toMatchObject({ lookup_key: 'vigia_premium', unit_amount: 999 });
      const invoice = await latestInvoice(subscription.id);
      expect(invoice).toMatchObject({
        status: 'paid',
        amount_paid: plans.premium.monthlyPriceCents,
        billing_reason: 'subscription_create',
        parent: { subscription_details: { subscription: subscription.id } },
      });
      expect(invoice.number).toBeTruthy();
      expect(invoice.hosted_invoice_url).toMatch(/^https?:/);
      const [listed] = (await stripe.subscriptions.list({ customer })).data;
      expect(listed?.id).toBe(subscription.id);
    });

    it('charges an upgrade at once, prorated, exactly as previewed', async () => {
      const { customer, subscription, item } = await subscribe();
      const halfway = item.current_period_start + 10 * 86_400;
      await target.advance(customer, halfway);
      const price = await priceOf(stripe, 'elite');
      const change = {
        items: [{ id: item.id, price }],
        proration_behavior: 'always_invoice' as const,
        proration_date: halfway,
      };
      const preview = await stripe.invoices.createPreview({
        customer,
        subscription: subscription.id,
        subscription_details: change,
      });
      const { current_period_end: end, current_period_start: start } = item;
      const part = (cents: number) => Math.round((cents * (end - halfway)) / (end - start));
      const due = part(2_499) - part(999);
      const amounts = preview.lines.data.map(({ amount }) => amount);
      expect(amounts.toSorted((a, b) => a - b)).toEqual([-part(999), part(2_499)]);
      expect(preview).toMatchObject({
        amount_due: due,
        total: due,
        parent: { subscription_details: { subscription_proration_date: halfway } },
      });
      const changed = await stripe.subscriptions.update(subscription.id, change);
      expect(itemOf(changed)).toMatchObject({
        id: item.id,
        price: { lookup_key: 'vigia_elite' },
        current_period_end: end,
      });
      expect(await latestInvoice(subscription.id)).toMatchObject({
        billing_reason: 'subscription_update',
        status: 'paid',
        amount_paid: due,
      });
    });

    it('renews at the end of the period', async () => {
      const { customer, subscription, item } = await subscribe();
      await target.advance(customer, item.current_period_end + afterRenewalSeconds);
      const renewed = await stripe.subscriptions.retrieve(subscription.id);
      expect(renewed.status).toBe('active');
      expect(itemOf(renewed).current_period_start).toBe(item.current_period_end);
      const { data, has_more } = await stripe.invoices.list({ customer, limit: 1 });
      expect(has_more).toBe(true);
      expect(data[0]).toMatchObject({ billing_reason: 'subscription_cycle', amount_paid: 999 });
      const all = await stripe.invoices
        .list({ customer, limit: 1 })
        .autoPagingToArray({ limit: 9 });
      expect(all.map(({ billing_reason }) => billing_reason)).toEqual([
        'subscription_cycle',
        'subscription_create',
      ]);
    });

    it('ends at the end of the period when cancelled, unless resumed before', async () => {
      const { customer, subscription, item } = await subscribe();
      const cancelled = await stripe.subscriptions.update(subscription.id, {
        cancel_at_period_end: true,
      });
      expect(cancelled).toMatchObject({ status: 'active', cancel_at: item.current_period_end });
      const resumed = await stripe.subscriptions.update(subscription.id, {
        cancel_at_period_end: false,
      });
      expect(resumed).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
      await stripe.subscriptions.update(subscription.id, { cancel_at: 'min_period_end' });
      await target.advance(customer, item.current_period_end + afterRenewalSeconds);
      const ended = await stripe.subscriptions.retrieve(subscription.id);
      expect(ended).toMatchObject({ status: 'canceled', ended_at: item.current_period_end });
      expect((await stripe.invoices.list({ customer })).data).toHaveLength(1);
    });

    it('is past due when the card fails at renewal, and active again once another has paid', async () => {
      const { customer, subscription, item } = await subscribe();
      await attachCard(stripe, customer, 'pm_card_chargeCustomerFail');
      await target.advance(customer, item.current_period_end + afterRenewalSeconds);
      expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due');
      const owed = await latestInvoice(subscription.id);
      expect(owed).toMatchObject({ status: 'open', attempt_count: 1, amount_remaining: 999 });
      expect(await errorOf(stripe.invoices.pay(owed.id))).toMatchObject({
        type: 'StripeCardError',
        statusCode: 402,
      });
      await attachCard(stripe, customer);
      expect((await stripe.invoices.pay(owed.id)).status).toBe('paid');
      expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    });
  });
}
