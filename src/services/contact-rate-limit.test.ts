// @vitest-environment jsdom
/** What counts of the stored times: five of the last ten minutes, and nothing that this code has not written. */
import { beforeEach, expect, it } from 'vitest';
import { isLimitReached, limitWindowMs, maxMessages, recordSent } from './contact-rate-limit.ts';

const nowMs = Date.UTC(2026, 10, 27, 12);
const store = (times: readonly unknown[]) =>
  localStorage.setItem('vigia-contact-rate-limit', JSON.stringify(times));
beforeEach(() => localStorage.clear());
const ofNow = Array.from({ length: maxMessages }, () => nowMs);

it.each([
  ['all within the window', ofNow, true],
  ['one less', ofNow.slice(1), false],
  ['one at the window’s very end', [nowMs - limitWindowMs, ...ofNow.slice(1)], false],
  ['one just within', [nowMs - limitWindowMs + 1, ...ofNow.slice(1)], true],
  ['one of a clock that was ahead', [nowMs + 1, ...ofNow.slice(1)], false],
  ['one that is no number', [String(nowMs), ...ofNow.slice(1)], false],
  ['one that is nothing', [null, ...ofNow.slice(1)], false],
])('%s: %j', (_what, times, isReached) => {
  store(times);
  expect(isLimitReached(nowMs)).toBe(isReached);
});

it('what is over is forgotten when the next is stored', () => {
  store([nowMs - limitWindowMs, nowMs - 1]);
  recordSent(nowMs);
  expect(JSON.parse(localStorage.getItem('vigia-contact-rate-limit') ?? '')).toEqual([
    nowMs - 1,
    nowMs,
  ]);
});
