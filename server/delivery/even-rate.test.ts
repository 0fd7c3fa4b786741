/** The even rate of outgoing mails. */
import { expect, it } from 'vitest';
import { EvenRate } from './even-rate.ts';

it('gives turns at even distances, and none together after a pause', () => {
  const clock = { nowMs: 1_000 };
  const rate = new EvenRate(4, () => clock.nowMs);
  expect([rate.take(), rate.take(), rate.take()]).toEqual([0, 250, 500]);
  clock.nowMs += 60_000;
  expect([rate.take(), rate.take()]).toEqual([0, 250]);
});

it('never waits without a limit', () => {
  const rate = new EvenRate(Infinity, () => 5);
  expect([rate.take(), rate.take(), rate.take()]).toEqual([0, 0, 0]);
});
