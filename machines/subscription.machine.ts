/**
 * A subscription's life, one truth for server and screen (specification, section 4). What the card provider says of the
 * newest subscription, read last, decides alone: events may come twice, late or in any order and end in the same state.
 * Pure: the server folds facts over it with `transition`; time enters as an event.
 */
import { assign, setup } from 'xstate';

/** A failed charge leaves the plan for this long, while the card is tried again. */
export const graceMs = 7 * 24 * 3_600_000;

/** What was read at the provider, every instant in epoch milliseconds. */
export interface SubscriptionFacts {
  readonly subscriptionId: string;
  /** When the provider made it: a newer subscription outranks an older one. */
  readonly createdAtMs: number;
  /** When it was read: a later reading outranks an earlier one. */
  readonly readAtMs: number;
  readonly plan: 'premium' | 'elite';
  /** The provider's own word. */
  readonly status:
    | 'incomplete'
    | 'incomplete_expired'
    | 'trialing'
    | 'active'
    | 'past_due'
    | 'unpaid'
    | 'paused'
    | 'canceled';
  readonly periodStart: number;
  readonly periodEnd: number;
  /** Cancelled for this instant, by whichever of the provider's two ways; null = it renews. */
  readonly endsAtMs: number | null;
  /** Since when the charge of the present period is owed; null when nothing is. */
  readonly owedSince: number | null;
}

export interface SubscriptionContext {
  readonly facts: SubscriptionFacts | null;
}

export type SubscriptionEvent =
  | { type: 'PROVIDER.READ'; facts: SubscriptionFacts }
  | { type: 'TIME.PASSED'; at: number };

const isOwed = ({ status }: SubscriptionFacts): boolean =>
  status === 'past_due' || status === 'unpaid';

export const subscriptionMachine = setup({
  types: {
    context: {} as SubscriptionContext,
    events: {} as SubscriptionEvent,
    tags: {} as 'paid',
  },
  actions: {
    keepFacts: assign({
      facts: (_, params: { facts: SubscriptionFacts }) => params.facts,
    }),
  },
  guards: {
    isOutranked: ({ context: { facts: held } }, { facts }: { facts: SubscriptionFacts }) =>
      held !== null &&
      (facts.subscriptionId === held.subscriptionId
        ? facts.readAtMs < held.readAtMs
        : facts.createdAtMs < held.createdAtMs),
    isIncomplete: (_, { facts }: { facts: SubscriptionFacts }) => facts.status === 'incomplete',
    isCancelScheduled: (_, { facts }: { facts: SubscriptionFacts }) =>
      (facts.status === 'active' || facts.status === 'trialing') && facts.endsAtMs !== null,
    isActive: (_, { facts }: { facts: SubscriptionFacts }) =>
      facts.status === 'active' || facts.status === 'trialing',
    isWithinGrace: (_, { facts }: { facts: SubscriptionFacts }) =>
      isOwed(facts) && facts.readAtMs < (facts.owedSince ?? facts.readAtMs) + graceMs,
    isGraceOver: ({ context: { facts } }, { at }: { at: number }) =>
      facts !== null && at >= (facts.owedSince ?? facts.readAtMs) + graceMs,
    isPastEnd: ({ context: { facts } }, { at }: { at: number }) =>
      facts !== null && facts.endsAtMs !== null && at >= facts.endsAtMs,
  },
}).createMachine({
  id: 'subscription',
  description: 'From no subscription to its end, as the card provider tells it.',
  context: { facts: null },
  on: {
    'PROVIDER.READ': [
      {
        description: 'Older than what is known: nothing new.',
        guard: { type: 'isOutranked', params: ({ event }) => event },
      },
      {
        description: 'The first charge waits.',
        guard: { type: 'isIncomplete', params: ({ event }) => event },
        target: '.incomplete',
        actions: { type: 'keepFacts', params: ({ event }) => event },
      },
      {
        description: 'Paid, but told to end.',
        guard: { type: 'isCancelScheduled', params: ({ event }) => event },
        target: '.cancelScheduled',
        actions: { type: 'keepFacts', params: ({ event }) => event },
      },
      {
        description: 'Paid or on trial.',
        guard: { type: 'isActive', params: ({ event }) => event },
        target: '.active',
        actions: { type: 'keepFacts', params: ({ event }) => event },
      },
      {
        description: 'The charge is owed, for less than seven days.',
        guard: { type: 'isWithinGrace', params: ({ event }) => event },
        target: '.pastDue',
        actions: { type: 'keepFacts', params: ({ event }) => event },
      },
      {
        description: 'Cancelled, expired, paused, or owed for too long.',
        target: '.ended',
        actions: { type: 'keepFacts', params: ({ event }) => event },
      },
    ],
  },
  initial: 'none',
  states: {
    none: { description: 'Never subscribed: Básico.' },
    incomplete: {
      description: 'The first charge is not done: the card was refused or asks for its owner.',
    },
    active: { description: 'Paid, and renews by itself.', tags: ['paid'] },
    cancelScheduled: {
      description: 'Paid until the end of the period, then over; can be kept until then.',
      tags: ['paid'],
      on: {
        'TIME.PASSED': {
          description: 'The period it was cancelled for is over.',
          guard: { type: 'isPastEnd', params: ({ event }) => event },
          target: 'ended',
        },
      },
    },
    pastDue: {
      description:
        'The renewal could not be charged: the plan stays for seven days while the card is tried again.',
      tags: ['paid'],
      on: {
        'TIME.PASSED': {
          description: 'Seven days have not brought the charge.',
          guard: { type: 'isGraceOver', params: ({ event }) => event },
          target: 'ended',
        },
      },
    },
    ended: { description: 'Over: Básico again. Subscribing anew is a new subscription.' },
  },
});

export type SubscriptionStatus =
  | 'none'
  | 'incomplete'
  | 'active'
  | 'cancelScheduled'
  | 'pastDue'
  | 'ended';
