import { graceMs, type SubscriptionFacts } from '#machines/subscription.machine.ts';
import { machineOf } from '../support/machine-of.ts';
import type { Model } from '../support/model.ts';

const day = 24 * 3_600_000;
const read = (part: Partial<SubscriptionFacts>) => ({
  type: 'PROVIDER.SYNCED',
  facts: {
    subscriptionId: 'sub_1',
    createdAtMs: 1,
    readAtMs: 2 * day,
    plan: 'premium',
    status: 'active',
    periodStart: 0,
    periodEnd: 30 * day,
    endsAtMs: null,
    owedSince: null,
    ...part,
  } satisfies SubscriptionFacts,
});

export const subscription: Model = {
  machine: machineOf('subscription'),
  inputs: [undefined],
  samples: {
    'the first charge waits': read({ status: 'incomplete' }),
    'it is paid': read({}),
    'it is on trial': read({ status: 'trialing' }),
    'it is cancelled for the end of the period': read({ endsAtMs: 30 * day }),
    'the renewal is owed': read({ status: 'past_due', owedSince: day }),
    'the renewal has been owed too long': read({
      status: 'unpaid',
      owedSince: 2 * day - graceMs,
    }),
    'it is over': read({ status: 'canceled' }),
    'an older reading arrives': read({ readAtMs: day, status: 'canceled' }),
    'an older subscription is heard of': read({ subscriptionId: 'sub_0', createdAtMs: 0 }),
    'a newer subscription is made': read({ subscriptionId: 'sub_2', createdAtMs: 2 }),
    'a day passes': { type: 'TIME.PASSED', atMs: 3 * day },
    'seven days pass': { type: 'TIME.PASSED', atMs: day + graceMs },
    'the period ends': { type: 'TIME.PASSED', atMs: 30 * day },
  },
  distinguishing: ({ facts }) => facts,
  invariants: {
    'never subscribed, nothing is known': ({ value, context }) =>
      (value === 'none') === (context.facts === null),
    'only a subscription that is or was paid carries its plan': (snapshot) =>
      !snapshot.hasTag('paid') ||
      ['active', 'trialing', 'past_due', 'unpaid'].includes(snapshot.context.facts?.status),
    'what carries its plan in spite of a debt owes for less than the grace': ({ value, context }) =>
      value !== 'pastDue' || context.facts.readAtMs - context.facts.owedSince < graceMs,
    'what is told to end says when': ({ value, context }) =>
      value !== 'cancelScheduled' || context.facts.endsAtMs !== null,
  },
};
