import { expect, it } from 'vitest';
import { retryDelaySeconds } from './retry-delay.ts';

it('waits twice as long after each failure, up to an hour', () => {
  const waits = [1, 2, 3, 11, 12, 40].map((attempts) => retryDelaySeconds(attempts, null, 1));
  expect(waits).toEqual([2, 4, 8, 2_048, 3_600, 3_600]);
});

it('tries again up to a quarter earlier, so that receivers are not all tried at once', () => {
  expect(retryDelaySeconds(1, null, 0)).toBe(1.5);
});

it('never tries sooner than the other side asked, nor than it would itself', () => {
  expect(retryDelaySeconds(1, 120_000, 1)).toBe(120);
  expect(retryDelaySeconds(11, 120_000, 1)).toBe(2_048);
});
