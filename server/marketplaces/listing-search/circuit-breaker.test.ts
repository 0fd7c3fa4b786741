import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.ts';

const options = {
  failureThreshold: 3,
  initialBackoffMs: 1_000,
  cooldownMs: 60_000,
  maxBackoffMs: 900_000,
};
const breaker = (random = () => 1) => new CircuitBreaker({ ...options, random });

test('it waits longer after each failure, opens after several, and is half open once the wait is over', () => {
  const circuit = breaker();
  const seen = [1, 2, 3, 4].map(() => {
    circuit.failed(0, null);
    return [circuit.waitMs(0), circuit.state(0)];
  });
  expect(seen).toEqual([
    [1_000, 'closed'],
    [2_000, 'closed'],
    [60_000, 'open'],
    [120_000, 'open'],
  ]);
  expect(circuit.state(119_999)).toBe('open');
  expect([circuit.state(120_000), circuit.waitMs(120_000)]).toEqual(['half_open', 0]);
  circuit.failed(120_000, null);
  expect(circuit.state(120_000)).toBe('open');
  circuit.succeeded();
  expect([circuit.state(0), circuit.waitMs(0)]).toEqual(['closed', 0]);
});

test('however often it fails, the wait stays within its bounds and is never shorter than requested', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 64 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.option(fc.integer({ min: 0, max: 3_600_000 })),
      (failures, jitter, retryAfterMs) => {
        const circuit = breaker(() => jitter);
        for (let index = 0; index < failures; index += 1) circuit.failed(0, retryAfterMs);
        const waitMs = circuit.waitMs(0);
        expect(waitMs).toBeGreaterThanOrEqual(Math.max(500, retryAfterMs ?? 0));
        expect(waitMs).toBeLessThanOrEqual(Math.max(options.maxBackoffMs, retryAfterMs ?? 0));
      },
    ),
  );
});
