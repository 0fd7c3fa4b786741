/** The timeout that grows with silences and shrinks with answers. */
import { expect, it } from 'vitest';
import { AdaptiveTimeout } from './adaptive-timeout.ts';

const create = () => new AdaptiveTimeout({ firstMs: 10_000, maxMs: 600_000 });

it('doubles once for several silences at the same time', () => {
  const timeout = create();
  for (let n = 0; n < 5; n += 1) timeout.expired(10_000);
  expect(timeout.forAttempt()).toBe(20_000);
  timeout.expired(20_000);
  expect(timeout.forAttempt()).toBe(40_000);
});

it('gives each attempt of one mail twice the time, up to ten minutes, whatever the others get', () => {
  const timeout = create();
  timeout.answered(50);
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 400].map((attempt) => timeout.forAttempt(attempt) / 1_000);
  expect(waits).toEqual([10, 20, 40, 80, 160, 320, 600, 600, 600]);
});

it('leaves a relay that needs fifteen seconds a minute, and goes back with faster answers', () => {
  const timeout = create();
  timeout.expired(10_000);
  timeout.answered(15_000);
  expect(timeout.forAttempt()).toBe(60_000);
  const after = Array.from({ length: 4 }, () => {
    timeout.answered(100);
    return timeout.forAttempt() / 1_000;
  });
  expect(after).toEqual([30, 15, 10, 10]);
});
