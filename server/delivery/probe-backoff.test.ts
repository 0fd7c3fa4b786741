/** Probes to a relay that refuses us: when, and how many mails at once afterwards. */
import { expect, it } from 'vitest';
import { ProbeBackoff } from './probe-backoff.ts';

function createBackoff() {
  const clock = { nowMs: 5_000 };
  return { clock, backoff: new ProbeBackoff(() => clock.nowMs) };
}

it('waits 1, 2, 4… seconds between probes, half a minute at most', () => {
  const { clock, backoff } = createBackoff();
  const waits = Array.from({ length: 8 }, () => {
    backoff.refused();
    const { waitMs } = backoff;
    clock.nowMs += waitMs;
    return waitMs / 1_000;
  });
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
});

it('counts mails that were under way together once', () => {
  const { backoff } = createBackoff();
  expect([backoff.refused(), backoff.refused(), backoff.refused()]).toEqual([true, false, false]);
  expect(backoff.waitMs).toBe(1_000);
});

it('ends with the first answer, and begins at a second again', () => {
  const { clock, backoff } = createBackoff();
  for (let n = 0; n < 6; n += 1) {
    backoff.refused();
    clock.nowMs += backoff.waitMs;
  }
  expect([backoff.answered(), backoff.isRefusing, backoff.waitMs]).toEqual([true, false, 0]);
  expect(backoff.answered()).toBe(false);
  backoff.refused();
  expect(backoff.waitMs).toBe(1_000);
});

it('sends the first twenty mails after a refusal one at a time', () => {
  const { backoff } = createBackoff();
  expect(backoff.isSlowStart).toBe(false);
  backoff.refused();
  const answers = Array.from({ length: 20 }, () => {
    backoff.answered();
    return backoff.isSlowStart;
  });
  expect(answers.indexOf(false)).toBe(19);
});
