import { describe, expect, it } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.ts';

const breaker = (random = 0) =>
  new CircuitBreaker({
    failureThreshold: 3,
    initialBackoffMs: 1_000,
    cooldownMs: 60_000,
    maxBackoffMs: 200_000,
    random: () => random,
  });

function failTimes(circuit: CircuitBreaker, times: number): CircuitBreaker {
  for (let failure = 0; failure < times; failure += 1) circuit.failed(0, null);
  return circuit;
}

describe('a marketplace that fails', () => {
  it('has a backoff that doubles, opens after three failures, and is never longer than the maximum', () => {
    const circuit = breaker();
    const states = Array.from({ length: 6 }, () => {
      circuit.failed(0, null);
      return [circuit.state(0), circuit.waitMs(0)];
    });
    expect(states).toEqual([
      ['closed', 500],
      ['closed', 1_000],
      ['open', 30_000],
      ['open', 60_000],
      ['open', 100_000],
      ['open', 100_000],
    ]);
  });

  it('gets one trial request when the cooldown is over, not a moment before', () => {
    const circuit = failTimes(breaker(), 3);
    expect(circuit.state(29_999)).toBe('open');
    expect([circuit.state(30_000), circuit.waitMs(30_000)]).toEqual(['half_open', 0]);
    circuit.failed(30_010, null);
    expect([circuit.state(30_010), circuit.waitMs(30_010)]).toEqual(['open', 60_000]);
  });

  it('starts again after an answer', () => {
    const circuit = failTimes(breaker(), 3);
    circuit.succeeded();
    expect([circuit.state(0), circuit.waitMs(0)]).toEqual(['closed', 0]);
    circuit.failed(40_000, null);
    expect(circuit.waitMs(40_000)).toBe(500);
  });

  it.each([
    ['is never requested sooner than its Retry-After', 0, 700_000, 700_000],
    ['waits longer than a short Retry-After', 0, 1, 500],
    ['has jitter of up to twice the wait', 0.5, null, 750],
  ])('%s', (_, random, retryAfterMs, waitMs) => {
    const circuit = breaker(random);
    circuit.failed(5, retryAfterMs);
    expect(circuit.waitMs(5)).toBe(waitMs);
  });
});
