/**
 * State machine of a subscription, shared by server and screens. The latest state fetched from the payment provider for
 * the newest subscription decides alone, so events that come twice, late or out of order end in the same state.
 * Pure: the server applies events with `transition`; time enters as an event.
 */
import { assign, setup } from 'xstate';

/** Grace period after a failed charge, while the provider retries the card. */
export const graceMs = 7 * 24 * 3_600_000;

/** Statuses of a subscription at Stripe. */
export const stripeStatuses = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const;

/** The provider's state of a subscription. Stored as JSON; every instant is in epoch milliseconds. */
export interface SubscriptionFacts {
  readonly subscriptionId: string;
  /** When the provider created it; a newer subscription wins over an older one. */
  readonly createdAtMs: number;
  /** When it was fetched; a later fetch wins over an earlier one. */
  readonly readAtMs: number;
  readonly plan: 'premium' | 'elite';
  /** Stripe's status. */
  readonly status: (typeof stripeStatuses)[number];
  readonly periodStart: number;
  readonly periodEnd: number;
  /** When its cancellation takes effect (`cancel_at` or period end); null = it renews. */
  readonly endsAtMs: number | null;
  /** Since when the current period's charge is overdue; null = nothing is owed. */
  readonly owedSince: number | null;
}

export interface SubscriptionContext {
  readonly facts: SubscriptionFacts | null;
}

export type SubscriptionEvent =
  | { type: 'PROVIDER.SYNCED'; facts: SubscriptionFacts }
  | { type: 'TIME.PASSED'; atMs: number };

const isRunning = ({ status }: SubscriptionFacts): boolean =>
  status === 'active' || status === 'trialing';
const isOwed = ({ status }: SubscriptionFacts): boolean =>
  status === 'past_due' || status === 'unpaid';

export const subscriptionMachine = setup({
  types: {
    context: {} as SubscriptionContext,
    events: {} as SubscriptionEvent,
    tags: {} as 'paid',
  },
  actions: {
    setFacts: assign({
      facts: (_, params: { facts: SubscriptionFacts }) => params.facts,
    }),
  },
  guards: {
    isStaleSync: ({ context: { facts: current } }, { facts }: { facts: SubscriptionFacts }) =>
      current !== null &&
      (facts.subscriptionId === current.subscriptionId
        ? facts.readAtMs < current.readAtMs
        : facts.createdAtMs < current.createdAtMs),
    isIncomplete: (_, { facts }: { facts: SubscriptionFacts }) => facts.status === 'incomplete',
    // Once its end has come it is over: the provider says so some minutes later.
    isCancelScheduled: (_, { facts }: { facts: SubscriptionFacts }) =>
      isRunning(facts) && facts.endsAtMs !== null && facts.readAtMs < facts.endsAtMs,
    isActive: (_, { facts }: { facts: SubscriptionFacts }) =>
      isRunning(facts) && facts.endsAtMs === null,
    isWithinGrace: (_, { facts }: { facts: SubscriptionFacts }) =>
      isOwed(facts) && facts.readAtMs < (facts.owedSince ?? facts.readAtMs) + graceMs,
    isGraceOver: ({ context: { facts } }, { atMs }: { atMs: number }) =>
      facts !== null && atMs >= (facts.owedSince ?? facts.readAtMs) + graceMs,
    isPastEnd: ({ context: { facts } }, { atMs }: { atMs: number }) =>
      facts !== null && facts.endsAtMs !== null && atMs >= facts.endsAtMs,
  },
}).createMachine({
  id: 'subscription',
  description: 'A subscription from none to ended, as reported by the payment provider.',
  context: { facts: null },
  on: {
    'PROVIDER.SYNCED': [
      {
        description: 'Older than the known state: ignored.',
        guard: { type: 'isStaleSync', params: ({ event }) => event },
      },
      {
        description: 'The first charge is pending.',
        guard: { type: 'isIncomplete', params: ({ event }) => event },
        target: '.incomplete',
        actions: { type: 'setFacts', params: ({ event }) => event },
      },
      {
        description: 'Paid, with a scheduled cancellation.',
        guard: { type: 'isCancelScheduled', params: ({ event }) => event },
        target: '.cancelScheduled',
        actions: { type: 'setFacts', params: ({ event }) => event },
      },
      {
        description: 'Paid or in trial.',
        guard: { type: 'isActive', params: ({ event }) => event },
        target: '.active',
        actions: { type: 'setFacts', params: ({ event }) => event },
      },
      {
        description: 'The charge has been overdue for less than seven days.',
        guard: { type: 'isWithinGrace', params: ({ event }) => event },
        target: '.pastDue',
        actions: { type: 'setFacts', params: ({ event }) => event },
      },
      {
        description: 'Cancelled, expired, paused, or overdue for too long.',
        target: '.ended',
        actions: { type: 'setFacts', params: ({ event }) => event },
      },
    ],
  },
  initial: 'none',
  states: {
    none: { description: 'Never subscribed: plan Básico.' },
    incomplete: {
      description:
        'The first charge has not succeeded: the card was declined or needs authentication.',
    },
    active: { description: 'Paid, and renews automatically.', tags: ['paid'] },
    cancelScheduled: {
      description: 'Paid until the end of the period, then ended; can be resumed until then.',
      tags: ['paid'],
      on: {
        'TIME.PASSED': {
          description: 'The last paid period is over.',
          guard: { type: 'isPastEnd', params: ({ event }) => event },
          target: 'ended',
        },
      },
    },
    pastDue: {
      description:
        'The renewal charge failed: the plan stays for seven days while the card is retried.',
      tags: ['paid'],
      on: {
        'TIME.PASSED': {
          description: 'Not paid within seven days.',
          guard: { type: 'isGraceOver', params: ({ event }) => event },
          target: 'ended',
        },
      },
    },
    ended: {
      description: 'Ended: plan Básico again. Subscribing again creates a new subscription.',
    },
  },
});

export type SubscriptionStatus =
  | 'none'
  | 'incomplete'
  | 'active'
  | 'cancelScheduled'
  | 'pastDue'
  | 'ended';
