/** Billing test harness: the real application and the Stripe stand-in, whose events a test delivers by hand. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { afterAll } from 'vitest';
import type { BillingState, PaidPlan } from '#contract/billing.ts';
import { billingState, redirect } from '#contract/billing.ts';
import type { BillingContext } from '#server/billing/billing-context.ts';
import { stripeStandin } from '#standins/stripe/plugin.ts';
import {
  type Claims,
  seedMarket,
  startTestApi,
  type TestApi,
} from '#tests/boundaries/api.harness.ts';

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

export interface BillingHarness {
  readonly api: TestApi;
  readonly billing: BillingContext;
  /** A client of the stand-in with the secret key. */
  readonly stripe: Stripe;
  readonly origin: string;
  now(): Date;
  advance(by: { months?: number; days?: number; seconds?: number }): Promise<void>;
  /** Sets how the stand-in fails from now on. */
  fail(mode: FailureMode): void;
  /** Stops the next call whose method and path begin so (`POST /v1/customers`) until it is released. */
  pauseCall(call: string): PausedCall;
  /** Calls received since the last time, as `POST /v1/customers`. */
  takeCalls(): string[];
  call(
    uid: string,
    method: 'GET' | 'POST',
    path: string,
    payload?: object,
  ): ReturnType<TestApi['call']>;
  state(uid: string): Promise<BillingState>;
  /** Submits the card page. @returns its status and the checkout session's id */
  pay(url: string, card: string): Promise<{ status: number; sessionId: string }>;
  /** From choosing a plan to the delivered webhooks. */
  subscribe(uid: string, plan: PaidPlan, card?: string): Promise<void>;
  /** Pays and delivers no webhook. @returns the events, oldest first */
  payWithoutWebhooks(uid: string, plan?: PaidPlan, card?: string): Promise<Stripe.Event[]>;
  /** Changes the plan at Stripe, not through the application. */
  changePlanAtStripe(uid: string, plan: PaidPlan): Promise<void>;
  setCard(uid: string, outcome: 'accept' | 'decline'): Promise<void>;
  customerIdOf(uid: string): Promise<string>;
  /** A customer's subscriptions at Stripe, newest first. */
  subscriptionsOf(customer: string): Promise<[status: string, endsWithPeriod: boolean][]>;
  /** URLs of open checkout sessions. */
  openSessionUrls(uid: string): Promise<(string | null)[]>;
  /** Events since the last time, oldest first. */
  takeEvents(): Promise<Stripe.Event[]>;
  /** @param options.app in place of the harness's @returns the status code */
  deliver(event: object, options?: Signing): Promise<number>;
  wasProcessed(event: { readonly id?: string }): Promise<boolean>;
  /** Billing values of /metrics, without `vigia_`: `stripe_webhook_events_total{outcome="processed"}` → 3. */
  metrics(): Promise<Record<string, number>>;
  /** Delivers all events since the last time, in order. */
  deliverAll(): Promise<void>;
  /** Subjects of a user's billing mails, oldest first. */
  mails(uid: string): Promise<string[]>;
  mailText(uid: string, subject: string): Promise<string>;
  close(): Promise<void>;
}

/** `noResponse`: never answers. `lostResponse`: executes the call, then closes the connection without an answer. */
export type FailureMode = 'nothing' | 'everything' | 'noResponse' | 'lostResponse';

export interface PausedCall {
  readonly arrived: Promise<void>;
  release(): void;
}

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

export async function createBillingHarness({
  timeoutMs = 20_000,
}: {
  readonly timeoutMs?: number;
} = {}): Promise<BillingHarness> {
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
  let origin = '';
  await provider.register(stripeStandin, {
    dataDir,
    origin: 'http://pagos.test',
    secretKey,
    webhook: null,
  });
  origin = await provider.listen({ port: 0, host: '127.0.0.1' });
  let aheadMs = 0;
  const clock = () => new Date(Date.now() + aheadMs);
  const settings = { secretKey, webhookSecret, apiOrigin: origin, timeoutMs };
  const api = await startTestApi({ payments: { settings, clock } });
  await seedMarket(api.pool);
  const { billing } = api;
  if (billing === null) throw new Error('billing is not configured');
  const { stripe } = billing;

  const control = async (path: string, body: object) => {
    const answer = await fetch(`${origin}/__local/pagos${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json() as Promise<{ now?: number }>;
  };
  const seenEventIds = new Set<string>();
  const claimsOf = (uid: string): Claims => ({ uid });

  const harness: BillingHarness = {
    api,
    billing,
    stripe,
    origin,
    now: clock,
    async advance(by) {
      const { now: seconds = 0 } = await control('/reloj', by);
      aheadMs = seconds * 1_000 - Date.now();
    },
    fail(mode) {
      failing = mode;
    },
    pauseCall(call) {
      const arrived = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      paused = { call, arrive: arrived.resolve, released: released.promise };
      return { arrived: arrived.promise, release: released.resolve };
    },
    takeCalls() {
      const all = received;
      received = [];
      return all;
    },
    call: (uid, method, path, payload) =>
      api.call({
        method,
        url: `/api/billing/${path}`,
        as: claimsOf(uid),
        ...(payload && { payload }),
      }),
    async state(uid) {
      return billingState.parse((await harness.call(uid, 'GET', 'state')).body);
    },
    async pay(url, card) {
      const path = new URL(url).pathname;
      const form = { numero: card, servido: '', prueba: '', caducidad: '12/49', cvc: '123' };
      const answer = await fetch(origin + path, {
        method: 'POST',
        body: new URLSearchParams({ ...form, titular: 'Ana' }),
        redirect: 'manual',
      });
      return { status: answer.status, sessionId: path.split('/').at(-1) ?? '' };
    },
    async subscribe(uid, plan, card = cards.good) {
      const answer = await harness.call(uid, 'POST', 'checkout', { plan });
      const { status } = await harness.pay(redirect.parse(answer.body).url, card);
      if (status !== 303) throw new Error(`the card page answered ${status}`);
      await harness.deliverAll();
    },
    async payWithoutWebhooks(uid, plan = 'premium', card = cards.good) {
      await harness.takeEvents();
      const answer = await harness.call(uid, 'POST', 'checkout', { plan });
      await harness.pay(redirect.parse(answer.body).url, card);
      return harness.takeEvents();
    },
    async changePlanAtStripe(uid, plan) {
      const customer = await harness.customerIdOf(uid);
      const { data } = await stripe.subscriptions.list({ customer });
      const [item] = data[0]?.items.data ?? [];
      if (item === undefined) throw new Error(`${uid} has no subscription`);
      await stripe.subscriptions.update(item.subscription, {
        items: [{ id: item.id, price: await billing.priceIdOf(plan) }],
        proration_behavior: 'always_invoice',
      });
    },
    async setCard(uid, outcome) {
      await control(`/clientes/${await harness.customerIdOf(uid)}`, { outcome });
    },
    async customerIdOf(uid) {
      const { rows } = await api.pool.query<{ id: string }>(
        'select customer_id as id from billing_customers where uid = $1',
        [uid],
      );
      return rows[0]?.id ?? '';
    },
    async subscriptionsOf(customer) {
      const { data } = await stripe.subscriptions.list({ customer, status: 'all' });
      return data.map(({ status, cancel_at_period_end }) => [status, cancel_at_period_end]);
    },
    async openSessionUrls(uid) {
      const customer = await harness.customerIdOf(uid);
      const { data } = await stripe.checkout.sessions.list({ customer, status: 'open' });
      return data.map(({ url }) => url);
    },
    async takeEvents() {
      const all: Stripe.Event[] = [];
      for await (const event of stripe.events.list({ limit: 100 })) {
        if (seenEventIds.has(event.id)) break;
        all.push(event);
      }
      for (const { id } of all) seenEventIds.add(id);
      return all.reverse();
    },
    async deliver(event, { secret = webhookSecret, signedAtSeconds, app = api.app } = {}) {
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
    },
    async wasProcessed({ id }) {
      const { rows } = await api.pool.query(
        'select 1 from billing_processed_events where id = $1',
        [id],
      );
      return rows.length === 1;
    },
    async metrics() {
      const headers = { authorization: 'Bearer metrics-secret' };
      const { body } = await api.app.inject({ url: '/metrics', headers });
      const lines = body
        .split('\n')
        .filter((line) => /^vigia_(stripe|billing|renewal)_/.test(line));
      return Object.fromEntries(
        lines.map((line) => {
          const [name = '', figure] = line.split(/ (?=\S+$)/);
          return [name.replace('vigia_', ''), Number(figure)];
        }),
      );
    },
    async deliverAll() {
      for (const event of await harness.takeEvents()) {
        const status = await harness.deliver(event);
        if (status !== 200) throw new Error(`${event.type} was answered ${status}`);
      }
    },
    async mails(uid) {
      const { rows } = await api.pool.query<{ subject: string }>(
        `select subject from outbox where uid = $1 and kind = 'billing' order by created_at, ctid`,
        [uid],
      );
      return rows.map(({ subject }) => subject);
    },
    async mailText(uid, subject) {
      const { rows } = await api.pool.query<{ text: string }>(
        `select body_text as text from outbox where uid = $1 and subject = $2`,
        [uid, subject],
      );
      return rows[0]?.text ?? '';
    },
    async close() {
      await api.close();
      await provider.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return harness;
}
