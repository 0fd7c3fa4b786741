/** Row 19 of the fault campaign, its hardest part: killed (-9) at each step of a webhook, nothing is lost or done twice. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { redirect } from '#contract/billing.ts';
import { plans } from '#domain/plans.ts';
import { runBillingJobs } from '#server/billing/run-billing-jobs.ts';
import {
  type BillingHarness,
  cards,
  createBillingHarness,
  newcomer,
  secretKey,
  webhookSecret,
} from './support/billing-harness.ts';
import { report, sized } from './support/campaign-size.ts';

/** Every step, or one in so many. */
const stride = sized({ quick: 19, whole: 1 });
/** Each kill costs a process, and a whole run fifty of them. */
const timeout = sized({ quick: 300_000, whole: 1_200_000 });
let rig: BillingHarness;
let uid: string;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  rig = await createBillingHarness();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rig?.close();
});
beforeEach(() => {
  uid = newcomer();
});

interface Mortal {
  readonly child: ChildProcess;
  /** null where it ended before it listened. */
  readonly origin: Promise<string | null>;
}

/** A process that takes webhooks and dies at this step of the first. */
function raise(step: number): Mortal {
  const child = fork(new URL('support/webhook-process.ts', import.meta.url), {
    env: {
      ...process.env,
      DATABASE_URL: rig.api.databaseUrl,
      STRIPE_ORIGIN: rig.origin,
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

/** @returns the answer's status; null where it died over it */
async function tell({ child, origin }: Mortal, event: Stripe.Event): Promise<number | null> {
  const to = await origin;
  if (to === null) throw new Error(`it ended with ${child.exitCode ?? child.signalCode}`);
  const left = once(child, 'exit');
  const payload = JSON.stringify(event);
  const answer = await fetch(`${to}/api/billing/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': rig.stripe.webhooks.generateTestHeaderString({
        payload,
        secret: webhookSecret,
      }),
    },
    body: payload,
  }).catch(() => null);
  if (answer === null) expect(await left).toEqual([null, 'SIGKILL']);
  else {
    child.kill('SIGKILL');
    await left;
  }
  return answer?.status ?? null;
}

/**
 * @param happen makes an event, a different one each time
 * @param check what must hold once it was told again
 * @returns how often it was killed
 */
async function killAtEachStep(
  happen: (round: number) => Promise<Stripe.Event>,
  check: (round: number, event: Stripe.Event) => Promise<void>,
): Promise<number> {
  let next = raise(1);
  for (let round = 1; ; round += 1) {
    const event = await happen(round);
    const mortal = next;
    next = raise(1 + round * stride);
    const status = await tell(mortal, event);
    expect([round, status === null || status === 200]).toEqual([round, true]);
    // What was not answered is told again, to whoever is there.
    if (status === null) expect(await rig.deliver(event)).toBe(200);
    await check(round, event);
    if (status === 200) {
      next.child.kill('SIGKILL');
      return round - 1;
    }
  }
}

const changesTold = async (from: number) =>
  (await rig.mails(uid)).slice(from).filter((subject) => !subject.startsWith('Recibo '));

test('row 19: killed at each step of a change of plan, it is done once and told once', {
  timeout,
}, async () => {
  await rig.subscribe(uid, 'premium');
  const planOf = (round: number) => (round % 2 === 1 ? 'elite' : 'premium');
  let mails = 0;
  const kills = await killAtEachStep(
    async (round) => {
      mails = (await rig.mails(uid)).length;
      await rig.movePlan(uid, planOf(round));
      return (await rig.events()).at(-1) as Stripe.Event;
    },
    async (round, event) => {
      const plan = planOf(round);
      expect(await rig.state(uid)).toMatchObject({
        plan,
        subscription: { status: 'active', plan },
      });
      expect([round, await changesTold(mails)]).toEqual([
        round,
        [`Tu plan es ahora ${plans[plan].label}`],
      ]);
      expect((await rig.mails(uid)).length - mails).toBe(plan === 'elite' ? 2 : 1);
      expect(await rig.wasClaimed(event)).toBe(true);
    },
  );
  expect(kills).toBeGreaterThan(30 / stride);
  report(`killed at ${kills} steps of a change of plan`, 'each done once, told in one mail');
});

test('row 19: killed at each step of another card, it is taken and pays what is owed, once', {
  timeout,
}, async () => {
  await rig.subscribe(uid, 'premium');
  const card = (round: number) => (round % 2 === 1 ? cards.other : cards.good);
  const customer = await rig.customerOf(uid);
  const count = async () =>
    (await rig.stripe.invoices.list({ customer, limit: 100 })).data.filter(
      ({ status }) => status === 'paid',
    ).length;
  let paid = 0;
  const kills = await killAtEachStep(
    async (round) => {
      await rig.setCard(uid, 'decline');
      await rig.advance({ months: 1 });
      await rig.deliverAll();
      paid = await count();
      const answer = await rig.call(uid, 'POST', 'card');
      await rig.pay(redirect.parse(answer.body).url, card(round));
      const events = await rig.events();
      return events.find(({ type }) => type === 'checkout.session.completed') as Stripe.Event;
    },
    async (round, event) => {
      expect(await rig.state(uid)).toMatchObject({
        subscription: { status: 'active', card: { last4: card(round).slice(-4) } },
      });
      expect([round, await count()]).toEqual([round, paid + 1]);
      expect(await rig.wasClaimed(event)).toBe(true);
    },
  );
  expect(kills).toBeGreaterThan(40 / stride);
  report(`killed at ${kills} steps of another card`, 'each taken, what was owed paid once');
});

/** The same steps as a change of plan, with other effects. */
const whole = test.runIf(sized({ quick: false, whole: true }));
whole(
  'row 19: killed at each step of the first event of a subscription, nobody pays for nothing',
  {
    timeout,
  },
  async () => {
    const kills = await killAtEachStep(
      async (round) => {
        uid = `nueva${round}`;
        return (await rig.payUntold(uid)).at(-1) as Stripe.Event;
      },
      async (round) => {
        await runBillingJobs(rig.billing);
        expect((await rig.state(uid)).plan).toBe('premium');
        expect([round, await rig.mails(uid)]).toEqual([round, ['Ya tienes el plan Premium']]);
      },
    );
    expect(kills).toBeGreaterThan(30 / stride);
    report(`killed at ${kills} steps of a first payment`, 'each has its plan and one mail');
  },
);
