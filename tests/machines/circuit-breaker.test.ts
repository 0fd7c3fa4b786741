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
