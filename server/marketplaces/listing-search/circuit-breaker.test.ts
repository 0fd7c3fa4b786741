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
