/** Test model of subscription. */
import { graceMs, type SubscriptionFacts } from '#machines/subscription.machine.ts';
import { machineOf } from '../support/machine-of.ts';
import type { Model } from '../support/model.ts';

const day = 24 * 3_600_000;
const synced = (part: Partial<SubscriptionFacts>) => ({
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
    'the first charge is pending': synced({ status: 'incomplete' }),
    'it is paid': synced({}),
    'it is in trial': synced({ status: 'trialing' }),
    'it is cancelled for the end of the period': synced({ endsAtMs: 30 * day }),
    'the renewal fails': synced({ status: 'past_due', owedSince: day }),
    'the renewal has been overdue too long': synced({
      status: 'unpaid',
      owedSince: 2 * day - graceMs,
    }),
    'it is ended': synced({ status: 'canceled' }),
    'an older sync arrives': synced({ readAtMs: day, status: 'canceled' }),
    'an older subscription is synced': synced({ subscriptionId: 'sub_0', createdAtMs: 0 }),
    'a newer subscription is created': synced({ subscriptionId: 'sub_2', createdAtMs: 2 }),
    'a day passes': { type: 'TIME.PASSED', atMs: 3 * day },
    'seven days pass': { type: 'TIME.PASSED', atMs: day + graceMs },
    'the period ends': { type: 'TIME.PASSED', atMs: 30 * day },
  },
  nodeKeyOf: ({ facts }) => facts,
  invariants: {
    'never subscribed, there are no facts': ({ value, context }) =>
      (value === 'none') === (context.facts === null),
    'only a paid or overdue subscription has its plan': (snapshot) =>
      !snapshot.hasTag('paid') ||
      ['active', 'trialing', 'past_due', 'unpaid'].includes(snapshot.context.facts?.status),
    'an overdue subscription has its plan only within the grace period': ({ value, context }) =>
      value !== 'pastDue' || context.facts.readAtMs - context.facts.owedSince < graceMs,
    'a scheduled cancellation has a date': ({ value, context }) =>
      value !== 'cancelScheduled' || context.facts.endsAtMs !== null,
  },
};
