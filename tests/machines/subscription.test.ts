/** The subscription machine: each state, grace and cancellation, and the same result for any order of syncs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import {
  graceMs,
  type SubscriptionEvent,
  type SubscriptionFacts,
  subscriptionMachine,
} from '#machines/subscription.machine.ts';

const day = 24 * 3_600_000;
const facts = (part: Partial<SubscriptionFacts> = {}): SubscriptionFacts => ({
  subscriptionId: 'sub_1',
  createdAtMs: 0,
  readAtMs: 0,
  plan: 'premium',
  status: 'active',
  periodStart: 0,
  periodEnd: 30 * day,
  endsAtMs: null,
  owedSince: null,
  ...part,
});
const synced = (part?: Partial<SubscriptionFacts>): SubscriptionEvent => ({
  type: 'PROVIDER.SYNCED',
  facts: facts(part),
});
const passed = (atMs: number): SubscriptionEvent => ({ type: 'TIME.PASSED', atMs });

function fold(...events: readonly SubscriptionEvent[]) {
  let [snapshot] = initialTransition(subscriptionMachine);
  for (const event of events) [snapshot] = transition(subscriptionMachine, snapshot, event);
  return snapshot;
}

describe('the synced state decides', () => {
  it.each([
    ['incomplete', { status: 'incomplete' }],
    ['active', { status: 'active' }],
    ['active', { status: 'trialing' }],
    ['cancelScheduled', { status: 'active', endsAtMs: 30 * day }],
    ['ended', { status: 'active', endsAtMs: 30 * day, readAtMs: 30 * day }],
    ['pastDue', { status: 'past_due', owedSince: 0, readAtMs: graceMs - 1 }],
    ['pastDue', { status: 'unpaid', owedSince: 0, readAtMs: day }],
    ['ended', { status: 'past_due', owedSince: 0, readAtMs: graceMs }],
    ['ended', { status: 'canceled' }],
    ['ended', { status: 'incomplete_expired' }],
    ['ended', { status: 'paused' }],
  ] as const)('%s', (state, part) => {
    expect(fold(synced(part)).value).toBe(state);
  });

  it('starts without a subscription, and only paid states have the plan', () => {
    expect(fold().value).toBe('none');
    const isPaid = (...events: SubscriptionEvent[]) => fold(...events).hasTag('paid');
    expect([
      isPaid(),
      isPaid(synced({ status: 'incomplete' })),
      isPaid(synced()),
      isPaid(synced({ endsAtMs: day })),
      isPaid(synced({ status: 'past_due', owedSince: 0 })),
      isPaid(synced({ status: 'canceled' })),
    ]).toEqual([false, false, true, true, true, false]);
  });
});

describe('time', () => {
  it('ends a grace of seven days, not a moment before', () => {
    const owed = synced({ status: 'past_due', owedSince: day, readAtMs: day });
    expect(fold(owed, passed(day + graceMs - 1)).value).toBe('pastDue');
    expect(fold(owed, passed(day + graceMs)).value).toBe('ended');
  });

  it('ends a cancelled subscription with its period, and it can be resumed until then', () => {
    const cancelled = synced({ endsAtMs: 30 * day, readAtMs: 1 });
    expect(fold(cancelled, passed(30 * day - 1)).value).toBe('cancelScheduled');
    expect(fold(cancelled, passed(30 * day)).value).toBe('ended');
    expect(fold(cancelled, synced({ readAtMs: 2 }), passed(30 * day)).value).toBe('active');
  });

  it('lets a late payment bring the plan back', () => {
    const owed = synced({ status: 'past_due', owedSince: 0, readAtMs: 0 });
    expect(fold(owed, passed(graceMs), synced({ readAtMs: graceMs + 1 })).value).toBe('active');
  });
});

describe('order', () => {
  const status = fc.constantFrom<SubscriptionFacts['status'][]>(
    'incomplete',
    'active',
    'past_due',
    'unpaid',
    'canceled',
    'incomplete_expired',
  );
  /** Subscriptions are numbered in the order they were created; each sync has its own instant. */
  const readings = fc
    .array(
      fc.record({
        subscription: fc.integer({ min: 0, max: 2 }),
        status,
        endsAtMs: fc.option(fc.integer({ min: 1, max: 60 * day })),
        owedSince: fc.option(fc.integer({ min: 0, max: 20 * day })),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((rows) =>
      rows.map(({ subscription, ...row }, index) =>
        facts({
          ...row,
          subscriptionId: `sub_${subscription}`,
          createdAtMs: subscription,
          readAtMs: index * day,
        }),
      ),
    );

  it('does not matter: the last sync of the newest subscription decides', () => {
    fc.assert(
      fc.property(
        readings.chain((all) =>
          fc.tuple(
            fc.constant(all),
            // Any order, and any of them again.
            fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 }),
          ),
        ),
        ([all, received]) => {
          const newest = all.toSorted(
            (a, b) => a.createdAtMs - b.createdAtMs || a.readAtMs - b.readAtMs,
          );
          const expected = newest.at(-1);
          if (expected === undefined) throw new Error('at least one');
          const alone = fold({ type: 'PROVIDER.SYNCED', facts: expected });
          const together = fold(
            ...received.map(
              (read): SubscriptionEvent => ({ type: 'PROVIDER.SYNCED', facts: read }),
            ),
          );
          expect([together.value, together.context]).toEqual([alone.value, alone.context]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
