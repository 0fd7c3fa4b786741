/** Counting requests per caller: windows, and the bound on how many callers are remembered. */
import { afterEach, expect, it, vi } from 'vitest';
import { InMemoryRateLimitStore } from './rate-limit-store.ts';

const windowMs = 60_000;
const count = (store: InMemoryRateLimitStore, caller: string): { current: number; ttl: number } => {
  let counted = { current: 0, ttl: 0 };
  store.incr(caller, (_error, result) => Object.assign(counted, result), windowMs);
  counted = { ...counted };
  return counted;
};
afterEach(() => void vi.useRealTimers());

it('counts each caller from its first request to the end of the window', () => {
  vi.useFakeTimers();
  const store = new InMemoryRateLimitStore();
  expect(count(store, 'ana')).toEqual({ current: 1, ttl: windowMs });
  vi.advanceTimersByTime(windowMs - 1);
  expect(count(store, 'ana')).toEqual({ current: 2, ttl: 1 });
  expect(count(store, 'bruno').current).toBe(1);
  vi.advanceTimersByTime(1);
  expect(count(store, 'ana')).toEqual({ current: 1, ttl: windowMs });
});

it('remembers 50 000 callers, so that addresses made up by an attacker do not fill the memory', () => {
  const store = new InMemoryRateLimitStore();
  for (let n = 0; n < 50_000; n += 1) count(store, `address-${n}`);
  // The least recent goes, and only that one.
  expect(count(store, 'address-0').current).toBe(2);
  count(store, 'one more');
  expect(count(store, 'address-2').current).toBe(2);
  expect(count(store, 'address-1').current).toBe(1);
});
