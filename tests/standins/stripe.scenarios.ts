/** What the payments service must do, told once through its own SDK: run against the stand-in and, with a key, Stripe's test mode. */
import Stripe from 'stripe';
import { beforeAll, describe, expect, it } from 'vitest';
import { plans } from '#domain/plans.ts';

export interface StripeTarget {
  readonly name: string;
  /** The hosted service's test clocks take their time. */
  readonly timeoutMs: number;
  /** @param apiKey in place of the right one */
  client(apiKey?: string): Stripe;
  /** The prices exist from here on. */
  preparePrices(): Promise<void>;
  /** A customer whose time can be advanced. */
  newCustomer(): Promise<string>;
  /** @param to seconds since 1970 */
  advance(customer: string, to: number): Promise<void>;
}

/** A renewal is charged about an hour after it falls due. */
const afterRenewal = 2 * 3_600;
const addresses = {
  success_url: 'http://localhost:5173/plan?pago={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:5173/plan',
};

export async function priceOf(stripe: Stripe, plan: 'premium' | 'elite'): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: [`vigia_${plan}`], active: true });
  return data[0]?.id ?? '';
}

/** @param token one of Stripe's test cards */
export async function attachCard(stripe: Stripe, customer: string, token = 'pm_card_visa') {
  const { id } = await stripe.paymentMethods.attach(token, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  return id;
}

/** The item, which holds the period. */
export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error('a subscription without items');
  return item;
}

/** What an asked-for error says of itself. */
async function errorOf(asking: Promise<unknown>) {
  const error = await asking.then(
    () => null,
    (cause: unknown) => cause,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error('expected a refusal');
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

    it('keeps customers, merges their metadata and forgets them', async () => {
      const made = await stripe.customers.create({
        email: 'lucia@correo.es',
        name: 'Lucía Prado',
        metadata: { userId: 'u1', origen: 'web' },
      });
      expect(made).toMatchObject({ object: 'customer', email: 'lucia@correo.es', balance: 0 });
      const changed = await stripe.customers.update(made.id, {
        email: 'lucia.prado@correo.es',
        metadata: { origen: '' },
      });
      expect(changed).toMatchObject({ email: 'lucia.prado@correo.es', metadata: { userId: 'u1' } });
      expect(await stripe.customers.del(made.id)).toMatchObject({ id: made.id, deleted: true });
      expect(await stripe.customers.retrieve(made.id)).toMatchObject({ deleted: true });
    });

    it('sells two plans by the month, in euros with the tax included', async () => {
      const { data } = await stripe.prices.list({ lookup_keys: ['vigia_premium', 'vigia_elite'] });
      const sold = data.map(({ lookup_key, unit_amount }) => [lookup_key, unit_amount]).toSorted();
      expect(sold).toEqual([
        ['vigia_elite', plans.elite.monthlyPriceCents],
        ['vigia_premium', plans.premium.monthlyPriceCents],
      ]);
      for (const price of data) {
        expect(price).toMatchObject({
          currency: 'eur',
          recurring: { interval: 'month', interval_count: 1 },
          tax_behavior: 'inclusive',
        });
      }
      expect((await stripe.prices.list({ lookup_keys: ['no_hay_tal'] })).data).toEqual([]);
    });

    it('says what is wrong as the SDK expects', async () => {
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
      const stranger = target.client('sk_test_nadie').customers.list();
      expect(await errorOf(stranger)).toMatchObject({
        type: 'StripeAuthenticationError',
        statusCode: 401,
      });
    });

    it('answers a repeated request as it did the first time, and refuses another under its key', async () => {
      const idempotencyKey = crypto.randomUUID();
      const ask = (email: string) => stripe.customers.create({ email }, { idempotencyKey });
      const first = await ask('uno@correo.es');
      const again = await ask('uno@correo.es');
      expect(again.id).toBe(first.id);
      expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
      expect(await errorOf(ask('otro@correo.es'))).toMatchObject({
        type: 'StripeIdempotencyError',
        statusCode: 400,
      });
    });

    it('opens a page to subscribe on, which can be shown with its lines and closed', async () => {
      const customer = await target.newCustomer();
      const opened = await stripe.checkout.sessions.create({
        ...addresses,
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
    });

    it('opens a page to change the card on', async () => {
      const customer = await target.newCustomer();
      const opened = await stripe.checkout.sessions.create({
        ...addresses,
        mode: 'setup',
        currency: 'eur',
        customer,
      });
      expect(opened).toMatchObject({
        mode: 'setup',
        status: 'open',
        payment_status: 'no_payment_required',
      });
    });

    it('begins a subscription with a paid month, whose period is the item’s', async () => {
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

    it('shows the stored card by its brand, last digits and expiry', async () => {
      const customer = await target.newCustomer();
      const id = await attachCard(stripe, customer, 'pm_card_mastercard');
      const shown = await stripe.customers.retrieve(customer, {
        expand: ['invoice_settings.default_payment_method'],
      });
      expect(shown).toMatchObject({
        invoice_settings: {
          default_payment_method: {
            id,
            card: { brand: 'mastercard', last4: '4444', exp_month: expect.any(Number) },
          },
        },
      });
      const { data } = await stripe.customers.listPaymentMethods(customer);
      expect(data.map((card) => card.id)).toEqual([id]);
    });

    it('begins nothing with a refused card when told to refuse', async () => {
      const customer = await target.newCustomer();
      await attachCard(stripe, customer, 'pm_card_chargeCustomerFail');
      const price = await priceOf(stripe, 'premium');
      const refused = stripe.subscriptions.create({
        customer,
        items: [{ price }],
        payment_behavior: 'error_if_incomplete',
        off_session: true,
      });
      expect(await errorOf(refused)).toMatchObject({
        type: 'StripeCardError',
        code: 'card_declined',
        statusCode: 402,
      });
      expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([]);
    });

    it('charges a larger plan at once for the rest of the period, to the cent it foretold', async () => {
      const { customer, subscription, item } = await subscribe();
      const halfway = item.current_period_start + 10 * 86_400;
      await target.advance(customer, halfway);
      const price = await priceOf(stripe, 'elite');
      const change = {
        items: [{ id: item.id, price }],
        proration_behavior: 'always_invoice' as const,
        proration_date: halfway,
      };
      const foretold = await stripe.invoices.createPreview({
        customer,
        subscription: subscription.id,
        subscription_details: change,
      });
      const share =
        (item.current_period_end - halfway) / (item.current_period_end - item.current_period_start);
      const due = Math.round(2_499 * share) - Math.round(999 * share);
      expect(foretold.lines.data.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([
        -Math.round(999 * share),
        Math.round(2_499 * share),
      ]);
      expect(foretold).toMatchObject({
        amount_due: due,
        total: due,
        parent: { subscription_details: { subscription_proration_date: halfway } },
      });
      const changed = await stripe.subscriptions.update(subscription.id, change);
      expect(itemOf(changed)).toMatchObject({
        id: item.id,
        price: { lookup_key: 'vigia_elite' },
        current_period_end: item.current_period_end,
      });
      expect(await latestInvoice(subscription.id)).toMatchObject({
        billing_reason: 'subscription_update',
        status: 'paid',
        amount_paid: due,
      });
    });

    it('credits a smaller plan to the next charge', async () => {
      const { customer, subscription, item } = await subscribe('elite');
      const price = await priceOf(stripe, 'premium');
      await stripe.subscriptions.update(subscription.id, {
        items: [{ id: item.id, price }],
        proration_behavior: 'always_invoice',
        proration_date: item.current_period_start,
      });
      expect(await latestInvoice(subscription.id)).toMatchObject({
        total: 999 - 2_499,
        amount_due: 0,
        status: 'paid',
      });
      expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: 999 - 2_499 });
      await target.advance(customer, item.current_period_end + afterRenewal);
      expect(await latestInvoice(subscription.id)).toMatchObject({
        billing_reason: 'subscription_cycle',
        total: 999,
        amount_due: 0,
        ending_balance: 2 * 999 - 2_499,
      });
    });

    it('puts a change on the next invoice when not told to charge it at once', async () => {
      const { customer, subscription, item } = await subscribe();
      const changed = await stripe.subscriptions.update(subscription.id, {
        items: [{ id: item.id, price: await priceOf(stripe, 'elite') }],
        proration_behavior: 'create_prorations',
        proration_date: item.current_period_start,
      });
      expect(changed.latest_invoice).toBe(subscription.latest_invoice);
      await target.advance(customer, item.current_period_end + afterRenewal);
      expect(await latestInvoice(subscription.id)).toMatchObject({
        billing_reason: 'subscription_cycle',
        total: 2 * 2_499 - 999,
        status: 'paid',
      });
    });

    it('makes one customer of the same request sent ten times at once', async () => {
      const idempotencyKey = crypto.randomUUID();
      const ask = () => stripe.customers.create({ email: 'diez@correo.es' }, { idempotencyKey });
      const answers = await Promise.allSettled(Array.from({ length: 10 }, ask));
      const ids = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
      // The hosted service may refuse some as still being worked on; it never makes a second.
      expect(ids.length).toBeGreaterThan(0);
      expect(new Set(ids).size).toBe(1);
    });

    it('renews by itself at the end of the period', async () => {
      const { customer, subscription, item } = await subscribe();
      await target.advance(customer, item.current_period_end + afterRenewal);
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

    it('ends at the end of the period when cancelled, unless kept before', async () => {
      const { customer, subscription, item } = await subscribe();
      const cancelled = await stripe.subscriptions.update(subscription.id, {
        cancel_at_period_end: true,
      });
      expect(cancelled).toMatchObject({ status: 'active', cancel_at: item.current_period_end });
      const kept = await stripe.subscriptions.update(subscription.id, {
        cancel_at_period_end: false,
      });
      expect(kept).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
      await stripe.subscriptions.update(subscription.id, { cancel_at: 'min_period_end' });
      await target.advance(customer, item.current_period_end + afterRenewal);
      const ended = await stripe.subscriptions.retrieve(subscription.id);
      expect(ended).toMatchObject({ status: 'canceled', ended_at: item.current_period_end });
      const { data } = await stripe.invoices.list({ customer });
      expect(data).toHaveLength(1);
    });

    it('is past due when the card fails at renewal, and active again once another has paid', async () => {
      const { customer, subscription, item } = await subscribe();
      await attachCard(stripe, customer, 'pm_card_chargeCustomerFail');
      await target.advance(customer, item.current_period_end + afterRenewal);
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

    it('lists what happened since, by kind and instant', async () => {
      const since = Math.floor(Date.now() / 1_000) - 3_600;
      const { customer, subscription } = await subscribe();
      const types = ['customer.subscription.created', 'invoice.paid'];
      const idsOf = (event: Stripe.Event) => {
        const object = event.data.object as { id: string; customer?: unknown };
        return object.customer === customer ? [[event.type, object.id]] : [];
      };
      const told = async () => {
        const listed: Stripe.Event[] = [];
        for await (const event of stripe.events.list({
          types,
          created: { gte: since },
          limit: 100,
        }))
          listed.push(event);
        return listed.flatMap(idsOf).toSorted();
      };
      // The hosted service takes a moment to list them.
      await expect.poll(told, { timeout: target.timeoutMs / 2 }).toEqual([
        ['customer.subscription.created', subscription.id],
        ['invoice.paid', subscription.latest_invoice],
      ]);
      const before = await stripe.events.list({ types, created: { lt: since - 864_000 } });
      expect(before.data.flatMap(idsOf)).toEqual([]);
    });

    it('ends at once when told so', async () => {
      const { customer, subscription } = await subscribe();
      expect((await stripe.subscriptions.cancel(subscription.id)).status).toBe('canceled');
      expect((await stripe.subscriptions.list({ customer })).data).toEqual([]);
      const [ended] = (await stripe.subscriptions.list({ customer, status: 'all' })).data;
      expect(ended).toMatchObject({ id: subscription.id, ended_at: expect.any(Number) });
    });
  });
}
