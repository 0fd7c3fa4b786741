/** The mail delivery machine: outcomes of an attempt, backoff, and invariants for any order of events. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { type DeliveryEvent, deliveryMachine, maxAttempts } from '#machines/delivery.machine.ts';

const claimed: DeliveryEvent = { type: 'DELIVERY.CLAIMED' };
const accepted: DeliveryEvent = { type: 'RECEIVER.ACCEPTED' };
const withdrawn: DeliveryEvent = { type: 'DELIVERY.CANCELLED' };
const requeued: DeliveryEvent = { type: 'DELIVERY.REQUEUED' };
const refusedUs = (attempt: number): DeliveryEvent => ({ type: 'SENDER.REFUSED', attempt });
const refused = (attempt: number): DeliveryEvent => ({ type: 'RECEIVER.REFUSED', attempt });
const failed = (
  attempt: number,
  { jitter = 1, retryAfterSeconds = 0, isOutlived = false } = {},
): DeliveryEvent => ({ type: 'ATTEMPT.FAILED', attempt, retryAfterSeconds, isOutlived, jitter });

/** Every snapshot, the initial one first. */
function snapshotsAfter(events: readonly DeliveryEvent[], limit = maxAttempts) {
  let [snapshot] = initialTransition(deliveryMachine, { maxAttempts: limit });
  return [
    snapshot,
    ...events.map((event) => {
      [snapshot] = transition(deliveryMachine, snapshot, event);
      return snapshot;
    }),
  ];
}

function stateAfter(...events: readonly DeliveryEvent[]) {
  const last = snapshotsAfter(events).at(-1);
  if (last === undefined) throw new Error('there is an initial snapshot');
  return { state: last.value, ...last.context };
}

/** Claimed and failed temporarily, `count` times in a row. */
const refusals = (count: number, jitter = 1): DeliveryEvent[] =>
  Array.from({ length: count }, (_, index) => [claimed, failed(index + 1, { jitter })]).flat();

describe('an attempt', () => {
  it.each([
    ['sent', accepted],
    ['pending', failed(1)],
    ['failed', failed(1, { isOutlived: true })],
    ['failed', refused(1)],
    ['failed', withdrawn],
  ] as const)('leads to “%s”', (state, event) => {
    expect(stateAfter(claimed, event)).toMatchObject({ state, attempts: 1 });
  });

  it('at which the relay refused us, not the mail, is none', () => {
    const none = [claimed, refusedUs(1)];
    expect(stateAfter(...none)).toEqual(stateAfter());
    expect(stateAfter(claimed, failed(1), claimed, refusedUs(2))).toMatchObject({
      state: 'pending',
      attempts: 1,
      retryAfterSeconds: null,
    });
    const often = Array.from({ length: 500 }, () => none).flat();
    expect(stateAfter(...often, claimed, accepted)).toMatchObject({ state: 'sent', attempts: 1 });
  });

  it('whose worker died for the eighth time in a row parks the mail', () => {
    const eight = Array.from({ length: 8 }, () => claimed);
    expect(stateAfter(...eight)).toMatchObject({ state: 'sending', attempts: 8 });
    expect(stateAfter(...eight, claimed)).toMatchObject({
      state: 'failed',
      attempts: 8,
      expiredClaims: 8,
    });
    expect(stateAfter(...eight, failed(8), ...eight).state).toBe('sending');
  });

  it('is counted from one again after an operator’s request', () => {
    expect(stateAfter(claimed, refused(1), requeued)).toEqual(stateAfter());
    expect(stateAfter(claimed, accepted, requeued).state).toBe('sent');
  });
});

describe('the waits', () => {
  it('are 1, 2, 4… seconds up to half an hour', () => {
    const waits = Array.from(
      { length: 13 },
      (_, n) => stateAfter(...refusals(n + 1)).retryAfterSeconds,
    );
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 1_800, 1_800]);
  });

  it('end with the four-hundredth attempt, four days later at the earliest', () => {
    const hoursUntilFailed = (jitter: number) =>
      snapshotsAfter(refusals(400, jitter)).reduce(
        (sum, { context }) => sum + (context.retryAfterSeconds ?? 0),
        0,
      ) / 3_600;
    expect(stateAfter(...refusals(399)).state).toBe('pending');
    expect(stateAfter(...refusals(400))).toMatchObject({
      state: 'failed',
      retryAfterSeconds: null,
    });
    expect(hoursUntilFailed(0)).toBeGreaterThan(96);
    expect(hoursUntilFailed(1)).toBeLessThan(9 * 24);
  });
});

describe('in any order of events', () => {
  const attempt = fc.integer({ min: 1, max: 5 });
  const event = fc.oneof(
    { arbitrary: fc.constant(claimed), weight: 3 },
    { arbitrary: fc.constantFrom(accepted, withdrawn, requeued), weight: 1 },
    { arbitrary: fc.oneof(attempt.map(refused), attempt.map(refusedUs)), weight: 1 },
    {
      arbitrary: fc
        .tuple(
          attempt,
          fc.record({
            retryAfterSeconds: fc.constantFrom(0, 0, 90),
            isOutlived: fc.constantFrom(false, false, true),
            jitter: fc.double({ min: 0, max: 1, noNaN: true }),
          }),
        )
        .map((args) => failed(...args)),
      weight: 3,
    },
  );
  type Snapshot = ReturnType<typeof snapshotsAfter>[number];
  type Step = { readonly before: Snapshot; readonly now: Snapshot; readonly event: DeliveryEvent };
  const invariants: Readonly<Record<string, (step: Step) => boolean>> = {
    'what a relay accepted is sent and stays so, and nothing else is ever sent': ({
      before,
      now,
      event: { type },
    }) => (now.value === 'sent') === (before.value === 'sent' || type === 'RECEIVER.ACCEPTED'),
    'each attempt is a claim, taken back only by the relay’s refusal and by an operator': ({
      before,
      now,
      event: { type },
    }) => {
      const more = now.context.attempts - before.context.attempts;
      return (
        more === 0 ||
        (more === 1 && type === 'DELIVERY.CLAIMED' && now.value === 'sending') ||
        (more === -1 && type === 'SENDER.REFUSED' && now.value === 'pending') ||
        (now.context.attempts === 0 && type === 'DELIVERY.REQUEUED' && now.value === 'pending')
      );
    },
    'what failed for now has attempts left, and waits half an hour at most, or as long as it was asked to':
      ({ now: { value, context } }) => {
        const { attempts, retryAfterSeconds } = context;
        if (value !== 'pending' || retryAfterSeconds === null) return retryAfterSeconds === null;
        const fullSeconds = Math.min(1_800, 2 ** (attempts - 1));
        return (
          attempts < 4 &&
          retryAfterSeconds >= fullSeconds / 2 &&
          retryAfterSeconds <= Math.max(fullSeconds, 90)
        );
      },
  };

  it(Object.keys(invariants).join('; '), () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 25 }), (events) => {
        const snapshots = snapshotsAfter(events, 4);
        for (const [index, event] of events.entries()) {
          const [before, now] = snapshots.slice(index, index + 2);
          if (before === undefined || now === undefined) throw new Error('a step has both');
          for (const [sentence, holds] of Object.entries(invariants))
            if (!holds({ before, now, event })) throw new Error(`not true: ${sentence}`);
        }
      }),
      { numRuns: 500 },
    );
  });
});
