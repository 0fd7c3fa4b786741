import { expect, it } from 'vitest';
import { backoffDelay } from './exponential-backoff.ts';

const limits = { first: 100, max: 1_000 };

it('doubles from the first wait to the longest, however often it failed', () => {
  const waits = [1, 2, 3, 4, 5, 1e6].map((attempts) => backoffDelay(attempts, limits));
  expect(waits).toEqual([100, 200, 400, 800, 1_000, 1_000]);
});

it('makes as much of it random as it is told', () => {
  const waits = [0, 0.5, 1].map((random) => backoffDelay(9, { ...limits, jitter: 0.5 }, random));
  expect(waits).toEqual([500, 750, 1_000]);
});
