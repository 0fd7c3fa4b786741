/** Billing test harness: the real application and the Stripe stand-in, whose events a test delivers by hand. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import type pg from 'pg';
import type Stripe from 'stripe';
import { afterAll } from 'vitest';
import { billingState, type PaidPlan, redirect } from '#contract/billing.ts';
import { syncCustomer } from '#server/billing/sync-customer.ts';
import { stripeStandin } from '#standins/stripe/plugin.ts';
import { startTestApi } from '#tests/boundaries/api.harness.ts';

export const secretKey = 'sk_test_prueba';
export const webhookSecret = 'whsec_prueba';

export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  failsLater: '4000000000000341',
  other: '5555555555554444',
} as const;

let users = 0;
/** A user id not used before, so that no test depends on another. */
export function newUid(): string {
  users += 1;
  return `persona${users}`;
}

export type BillingHarness = Awaited<ReturnType<typeof createBillingHarness>>;

/** `noResponse`: never answers. `lostResponse`: executes the call, then closes the connection without an answer. */
export type FailureMode = 'nothing' | 'everything' | 'noResponse' | 'lostResponse';

interface Signing {
  readonly secret?: string;
  readonly signedAtSeconds?: number;
  readonly app?: FastifyInstance;
}

/** A harness that all tests of a file share, until its last one has ended. */
export async function openBillingHarness(): Promise<BillingHarness> {
  const harness = await createBillingHarness();
  afterAll(() => harness.close());
  return harness;
}

export async function createBillingHarness({ timeoutMs = 20_000 } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigia-billing-'));
  const provider = Fastify();
  let failing: FailureMode = 'nothing';
  let received: string[] = [];
  let paused: { call: string; arrive(): void; released: Promise<void> } | null = null;
  provider.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/v1/')) return;
    const call = `${request.method} ${request.url.split('?')[0]}`;
    received.push(call);
    if (paused !== null && call.startsWith(paused.call)) {
      const { arrive, released } = paused;
      paused = null;
      arrive();
      await released;
    }
    if (failing === 'everything')
      return reply.code(503).send({ error: { type: 'api_error', message: 'unavailable' } });
    if (failing === 'noResponse') return reply.hijack();
  });
  provider.addHook('onSend', async (request, _reply, payload) => {
    const changes = request.method === 'POST' && !request.url.endsWith('/create_preview');
    if (failing === 'lostResponse' && changes) request.raw.socket.destroy();
    return payload;
  });
  await provider.register(stripeStandin, {
    dataDir,
    origin: 'http://pagos.test',
    secretKey,
    webhook: null,
  });
  const origin = await provider.listen({ port: 0, host: '127.0.0.1' });
  let aheadMs = 0;
  const now = () => new Date(Date.now() + aheadMs);
  const settings = { secretKey, webhookSecret, apiOrigin: origin, timeoutMs };
  const api = await startTestApi({ payments: { settings, clock: now } });
  if (api.billing === null) throw new Error('billing is not configured');
  const billing = api.billing;
  const { stripe } = billing;
  const seenEventIds = new Set<string>();

  async function control(path: string, body: object): Promise<{ now?: number }> {
    const answer = await fetch(`${origin}/__local/pagos${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  }
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[]) =>
    (await api.pool.query<Row>(text, values)).rows;

  async function advance(by: { months?: number; days?: number; seconds?: number }) {
    const { now: seconds = 0 } = await control('/reloj', by);
    aheadMs = seconds * 1_000 - Date.now();
  }

  /** Stops the next call whose method and path begin so (`POST /v1/customers`) until it is released. */
  function pauseCall(call: string) {
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    paused = { call, arrive: arrived.resolve, released: released.promise };
    return { arrived: arrived.promise, release: released.resolve };
  }

  /** Calls received since the last time, as `POST /v1/customers`. */
  function takeCalls(): string[] {
    const all = received;
    received = [];
    return all;
  }

  const call = (uid: string, method: 'GET' | 'POST', path: string, payload?: object) =>
    api.call({ method, url: `/api/billing/${path}`, as: { uid }, ...(payload && { payload }) });
  const state = async (uid: string) => billingState.parse((await call(uid, 'GET', 'state')).body);
  const checkout = async (uid: string, plan: PaidPlan) =>
    redirect.parse((await call(uid, 'POST', 'checkout', { plan })).body).url;

  /** Submits the card page. @returns its status and the checkout session's id */
  async function pay(url: string, card: string) {
    const path = new URL(url).pathname;
    const { status } = await fetch(origin + path, {
      method: 'POST',
      body: new URLSearchParams({ numero: card, caducidad: '12/49' }),
      redirect: 'manual',
    });
    return { status, sessionId: path.split('/').at(-1) ?? '' };
  }

  /** From choosing a plan to the delivered webhooks. */
  async function subscribe(uid: string, plan: PaidPlan, card: string = cards.good) {
    const { status } = await pay(await checkout(uid, plan), card);
    if (status !== 303) throw new Error(`the card page answered ${status}`);
    await deliverAll();
  }

  /** Pays and delivers no webhook. @returns the events, oldest first */
  async function payWithoutWebhooks(uid: string, plan: PaidPlan = 'premium') {
    await takeEvents();
    await pay(await checkout(uid, plan), cards.good);
    return takeEvents();
  }

  /** Fetches the customer's state, as a webhook would. */
  const sync = async (uid: string) =>
    syncCustomer(billing, { uid, customerId: await customerIdOf(uid) });

  /** Changes the plan at Stripe, not through the application. */
  async function changePlanAtStripe(uid: string, plan: PaidPlan) {
    const { data } = await stripe.subscriptions.list({ customer: await customerIdOf(uid) });
    const [item] = data[0]?.items.data ?? [];
    if (item === undefined) throw new Error(`${uid} has no subscription`);
    await stripe.subscriptions.update(item.subscription, {
      items: [{ id: item.id, price: await billing.priceIdOf(plan) }],
      proration_behavior: 'always_invoice',
    });
  }

  async function customerIdOf(uid: string): Promise<string> {
    const [row] = await query<{ id: string }>(
      'select customer_id as id from billing_customers where uid = $1',
      [uid],
    );
    return row?.id ?? '';
  }

  /** A customer's subscriptions at Stripe, newest first: status, and whether it ends with its period. */
  async function subscriptionsOf(customer: string): Promise<[string, boolean][]> {
    const { data } = await stripe.subscriptions.list({ customer, status: 'all' });
    return data.map(({ status, cancel_at_period_end }) => [status, cancel_at_period_end]);
  }

  async function openSessionUrls(uid: string) {
    const customer = await customerIdOf(uid);
    const { data } = await stripe.checkout.sessions.list({ customer, status: 'open' });
    return data.map(({ url }) => url);
  }

  /** Events since the last time, oldest first. */
  async function takeEvents(): Promise<Stripe.Event[]> {
    const all: Stripe.Event[] = [];
    for await (const event of stripe.events.list({ limit: 100 })) {
      if (seenEventIds.has(event.id)) break;
      all.push(event);
    }
    for (const { id } of all) seenEventIds.add(id);
    return all.reverse();
  }

  /** @param options.app in place of the harness's @returns the status code */
  async function deliver(
    event: object,
    { secret = webhookSecret, signedAtSeconds, app = api.app }: Signing = {},
  ): Promise<number> {
    const payload = JSON.stringify(event);
    const timestamp = signedAtSeconds ?? Math.floor(Date.now() / 1_000);
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    const answer = await app.inject({
      method: 'POST',
      url: '/api/billing/webhook',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    });
    return answer.statusCode;
  }

  /** Delivers all events since the last time, in order. */
  async function deliverAll(): Promise<void> {
    for (const event of await takeEvents()) {
      const status = await deliver(event);
      if (status !== 200) throw new Error(`${event.type} was answered ${status}`);
    }
  }

  /** Billing values of /metrics, without `vigia_`: `stripe_webhook_events_total{outcome="processed"}` → 3. */
  async function metrics(): Promise<Record<string, number>> {
    const headers = { authorization: 'Bearer metrics-secret' };
    const { body } = await api.app.inject({ url: '/metrics', headers });
    const lines = body.matchAll(/^vigia_((?:stripe|billing|renewal)_.*) (\S+)$/gm);
    return Object.fromEntries(Array.from(lines, ([, name, figure]) => [name, Number(figure)]));
  }

  /** Billing mails of a user, oldest first. */
  const mailsOf = (uid: string) =>
    query<{ subject: string; text: string }>(
      `select subject, body_text as text from deliveries where uid = $1 and cause = 'billing' order by created_at, ctid`,
      [uid],
    );

  return {
    api,
    billing,
    /** A client of the stand-in with the secret key. */
    stripe,
    origin,
    now,
    advance,
    /** Sets how the stand-in fails from now on. */
    fail: (mode: FailureMode) => {
      failing = mode;
    },
    pauseCall,
    takeCalls,
    call,
    state,
    pay,
    subscribe,
    payWithoutWebhooks,
    sync,
    changePlanAtStripe,
    setCard: async (uid: string, outcome: 'accept' | 'decline') =>
      control(`/clientes/${await customerIdOf(uid)}`, { outcome }),
    customerIdOf,
    subscriptionsOf,
    openSessionUrls,
    takeEvents,
    deliver,
    deliverAll,
    wasProcessed: async ({ id }: { readonly id?: string }) =>
      (await query('select from billing_processed_events where id = $1', [id])).length === 1,
    metrics,
    mails: async (uid: string) => (await mailsOf(uid)).map(({ subject }) => subject),
    mailText: async (uid: string, wanted: string) =>
      (await mailsOf(uid)).find(({ subject }) => subject === wanted)?.text ?? '',
    async close() {
      await api.close();
      await provider.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
