import { describe, expect, it } from 'vitest';
import { backoffDelay } from './exponential-backoff.ts';

describe('exponential backoff', () => {
  it('doubles from the first wait to the longest, however often it failed', () => {
    const waits = [1, 2, 3, 4, 5, 1e6].map((attempts) =>
      backoffDelay(attempts, { first: 100, max: 1_000 }),
    );
    expect(waits).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  });

  it.each([
    [0, 500],
    [0.5, 750],
    [1, 1_000],
  ])('makes half of it random: %f is %i ms', (random, ms) => {
    expect(backoffDelay(9, { first: 100, max: 1_000, jitter: 0.5 }, random)).toBe(ms);
  });
});
