/** Row 19 of the fault campaign: SIGKILL at each step of a webhook; nothing is lost or done twice. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type Stripe from 'stripe';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { redirect } from '#contract/billing.ts';
import { plans } from '#domain/plans.ts';
import { runBillingJobs } from '#server/billing/run-billing-jobs.ts';
import {
  cards,
  newUid,
  openBillingHarness,
  secretKey,
  webhookSecret,
} from './support/billing-harness.ts';
import { byCampaignSize, report } from './support/campaign-size.ts';

/** Kills at every step, or at one in so many. */
const stride = byCampaignSize({ quick: 19, full: 1 });
/** Each kill starts a process; a full run needs fifty. */
const timeout = byCampaignSize({ quick: 600_000, full: 1_200_000 });
const harness = await openBillingHarness();
let uid: string;
const children = new Set<ChildProcess>();
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
});
beforeEach(() => {
  uid = newUid();
});

interface KillableProcess {
  readonly child: ChildProcess;
  /** null when it exited before listening. */
  readonly origin: Promise<string | null>;
}

/** A process that receives webhooks and is killed at this step of the first. */
function startProcess(step: number): KillableProcess {
  const child = fork(new URL('support/webhook-process.ts', import.meta.url), {
    env: {
      ...process.env,
      DATABASE_URL: harness.api.databaseUrl,
      STRIPE_ORIGIN: harness.origin,
      STRIPE_KEY: secretKey,
      WEBHOOK_SECRET: webhookSecret,
      KILL_AT_STEP: String(step),
    },
    execArgv: [],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  const origin = Promise.race([
    once(child, 'message').then(([message]) => String(message)),
    once(child, 'exit').then(() => null),
  ]);
  return { child, origin };
}

/** @returns the response's status; null when the process was killed */
async function deliverTo(
  { child, origin }: KillableProcess,
  event: Stripe.Event,
): Promise<number | null> {
  const to = await origin;
  if (to === null) throw new Error(`it ended with ${child.exitCode ?? child.signalCode}`);
  const exited = once(child, 'exit');
  const payload = JSON.stringify(event);
  const answer = await fetch(`${to}/api/billing/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': harness.stripe.webhooks.generateTestHeaderString({
        payload,
        secret: webhookSecret,
      }),
    },
    body: payload,
  }).catch(() => null);
  if (answer === null) expect(await exited).toEqual([null, 'SIGKILL']);
  else {
    child.kill('SIGKILL');
    await exited;
  }
  return answer?.status ?? null;
}

/**
 * @param createEvent makes an event, a different one each time
 * @param check asserts the outcome after redelivery
 * @returns how often it was killed
 */
async function killAtEachStep(
  createEvent: (round: number) => Promise<Stripe.Event>,
  check: (round: number, event: Stripe.Event) => Promise<void>,
): Promise<number> {
  let next = startProcess(1);
  for (let round = 1; ; round += 1) {
    const event = await createEvent(round);
    const current = next;
    next = startProcess(1 + round * stride);
    const status = await deliverTo(current, event);
    expect([round, status === null || status === 200]).toEqual([round, true]);
    // Without an answer Stripe redelivers, to any process.
    if (status === null) expect(await harness.deliver(event)).toBe(200);
    await check(round, event);
    if (status === 200) {
      next.child.kill('SIGKILL');
      return round - 1;
    }
  }
}

const changeMails = async (from: number) =>
  (await harness.mails(uid)).slice(from).filter((subject) => !subject.startsWith('Recibo '));

test('row 19: killed at each step of a change of plan, it is applied once and mailed once', {
  timeout,
}, async () => {
  await harness.subscribe(uid, 'premium');
  const planOf = (round: number) => (round % 2 === 1 ? 'elite' : 'premium');
  let mails = 0;
  const kills = await killAtEachStep(
    async (round) => {
      mails = (await harness.mails(uid)).length;
      await harness.changePlanAtStripe(uid, planOf(round));
      return (await harness.takeEvents()).at(-1) as Stripe.Event;
    },
    async (round, event) => {
      const plan = planOf(round);
      expect(await harness.state(uid)).toMatchObject({
        plan,
        subscription: { status: 'active', plan },
      });
      expect([round, await changeMails(mails)]).toEqual([
        round,
        [`Tu plan es ahora ${plans[plan].label}`],
      ]);
      expect((await harness.mails(uid)).length - mails).toBe(plan === 'elite' ? 2 : 1);
      expect(await harness.wasProcessed(event)).toBe(true);
    },
  );
  expect(kills).toBeGreaterThan(30 / stride);
  report(`killed at ${kills} steps of a change of plan`, 'each applied once, with one mail');
});

test('row 19: killed at each step of a card change, the card is saved and pays what is owed, once', {
  timeout,
}, async () => {
  await harness.subscribe(uid, 'premium');
  const card = (round: number) => (round % 2 === 1 ? cards.other : cards.good);
  const customer = await harness.customerIdOf(uid);
  const count = async () =>
    (await harness.stripe.invoices.list({ customer, limit: 100 })).data.filter(
      ({ status }) => status === 'paid',
    ).length;
  let paid = 0;
  const kills = await killAtEachStep(
    async (round) => {
      await harness.setCard(uid, 'decline');
      await harness.advance({ months: 1 });
      await harness.deliverAll();
      paid = await count();
      const answer = await harness.call(uid, 'POST', 'card');
      await harness.pay(redirect.parse(answer.body).url, card(round));
      const events = await harness.takeEvents();
      return events.find(({ type }) => type === 'checkout.session.completed') as Stripe.Event;
    },
    async (round, event) => {
      expect(await harness.state(uid)).toMatchObject({
        subscription: { status: 'active', card: { last4: card(round).slice(-4) } },
      });
      expect([round, await count()]).toEqual([round, paid + 1]);
      expect(await harness.wasProcessed(event)).toBe(true);
    },
  );
  expect(kills).toBeGreaterThan(40 / stride);
  report(`killed at ${kills} steps of a card change`, 'each saved, what was owed paid once');
});

/** The same steps as a change of plan, with other effects. */
const fullRunOnly = test.runIf(byCampaignSize({ quick: false, full: true }));
fullRunOnly(
  'row 19: killed at each step of the first event of a subscription, the plan and one mail arrive',
  {
    timeout,
  },
  async () => {
    const kills = await killAtEachStep(
      async (round) => {
        uid = `nueva${round}`;
        return (await harness.payWithoutWebhooks(uid)).at(-1) as Stripe.Event;
      },
      async (round) => {
        await runBillingJobs(harness.billing);
        expect((await harness.state(uid)).plan).toBe('premium');
        expect([round, await harness.mails(uid)]).toEqual([round, ['Ya tienes el plan Premium']]);
      },
    );
    expect(kills).toBeGreaterThan(30 / stride);
    report(`killed at ${kills} steps of a first payment`, 'each has its plan and one mail');
  },
);
