/** The circuit breaker machine: backoff and state changes, compared with a reference computation. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import {
  type CircuitEvent,
  type CircuitLimits,
  circuitBreakerMachine,
} from '#machines/circuit-breaker.machine.ts';

const limits: CircuitLimits = {
  failureThreshold: 3,
  initialBackoffMs: 1_000,
  cooldownMs: 60_000,
  maxBackoffMs: 200_000,
};
const answered: CircuitEvent = { type: 'SOURCE.ANSWERED' };
const failed = (atMs: number, retryAfterMs: number | null = null, jitter = 0): CircuitEvent => ({
  type: 'SOURCE.FAILED',
  atMs,
  retryAfterMs,
  jitter,
});
const passed = (atMs: number): CircuitEvent => ({ type: 'TIME.PASSED', atMs });

/** State and earliest next request after each event. */
function statesAfter(...events: readonly CircuitEvent[]): [string, number][] {
  let [snapshot] = initialTransition(circuitBreakerMachine, limits);
  return events.map((event) => {
    [snapshot] = transition(circuitBreakerMachine, snapshot, event);
    return [snapshot.value, snapshot.context.retryAtMs];
  });
}

describe('a marketplace that fails', () => {
  it('has a backoff that doubles, opens after three failures, and is never longer than the maximum', () => {
    expect(statesAfter(failed(0), failed(0), failed(0), failed(0), failed(0), failed(0))).toEqual([
      ['closed', 500],
      ['closed', 1_000],
      ['open', 30_000],
      ['open', 60_000],
      ['open', 100_000],
      ['open', 100_000],
    ]);
  });

  it('gets one trial request when the cooldown is over, not a moment before', () => {
    const open = [failed(0), failed(0), failed(10)];
    expect(statesAfter(...open, passed(30_009), passed(30_010)).slice(3)).toEqual([
      ['open', 30_010],
      ['halfOpen', 30_010],
    ]);
    expect(statesAfter(...open, passed(30_010), failed(30_020)).at(-1)).toEqual(['open', 90_020]);
    expect(statesAfter(...open, passed(30_010), answered, failed(40_000)).slice(4)).toEqual([
      ['closed', 0],
      ['closed', 40_500],
    ]);
  });

  it('is never requested sooner than its Retry-After', () => {
    expect(statesAfter(failed(5, 700_000)).at(-1)).toEqual(['closed', 700_005]);
    expect(statesAfter(failed(5, 1)).at(-1)).toEqual(['closed', 505]);
  });

  it('has jitter of up to twice the wait', () => {
    expect(statesAfter(failed(0, null, 0.5)).at(-1)).toEqual(['closed', 750]);
  });
});

it('any sequence of failures, answers and elapsed time agrees with the reference computation', () => {
  const jitter = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const moments = fc.array(
    fc.record({
      afterMs: fc.oneof(fc.nat(300_000), fc.constant(0)),
      kind: fc.constantFrom('failure', 'failure', 'failure', 'question', 'question', 'answer'),
      retryAfterMs: fc.option(fc.nat(400_000)),
      jitter,
    }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(moments, (all) => {
      let nowMs = 0;
      let failures = 0;
      let retryAtMs = 0;
      let isCooldownOver = false;
      const events: CircuitEvent[] = [];
      const expected: [string, number][] = [];
      for (const { afterMs, kind, retryAfterMs, jitter } of all) {
        nowMs += afterMs;
        if (kind === 'answer') {
          [failures, retryAtMs] = [0, 0];
          events.push(answered);
        } else if (kind === 'failure') {
          failures += 1;
          let fullMs =
            failures < limits.failureThreshold ? limits.initialBackoffMs : limits.cooldownMs;
          const doublings =
            failures - (failures < limits.failureThreshold ? 1 : limits.failureThreshold);
          for (let times = 0; times < doublings; times += 1) fullMs += fullMs;
          const waitMs = Math.min(fullMs, limits.maxBackoffMs) * ((1 + jitter) / 2);
          retryAtMs =
            nowMs + (retryAfterMs !== null && retryAfterMs > waitMs ? retryAfterMs : waitMs);
          isCooldownOver = false;
          events.push(failed(nowMs, retryAfterMs, jitter));
        } else {
          isCooldownOver ||= nowMs >= retryAtMs;
          events.push(passed(nowMs));
        }
        const state =
          failures < limits.failureThreshold ? 'closed' : isCooldownOver ? 'halfOpen' : 'open';
        expected.push([state, retryAtMs]);
      }
      const actual = statesAfter(...events);
      expect(actual.map(([state]) => state)).toEqual(expected.map(([state]) => state));
      for (const [index, [, waitUntilMs]] of actual.entries()) {
        expect(waitUntilMs).toBeCloseTo(expected[index]?.[1] ?? Number.NaN, 6);
      }
    }),
  );
});
