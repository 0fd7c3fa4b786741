// @vitest-environment jsdom
/** Work under a Web Lock, also where the browser refuses locks. */
import { afterEach, expect, it } from 'vitest';
import { withLock } from './with-lock.ts';

const setLocks = (request: (name: string, options: LockOptions, work: () => unknown) => unknown) =>
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
const refuse = () => Promise.reject(new DOMException('forbidden', 'SecurityError'));

afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks');
});

it('runs the work where locks are missing or refused', async () => {
  expect(await withLock('a', {}, () => 'done')).toBe('done');
  setLocks(refuse);
  expect(await withLock('a', {}, () => 'done')).toBe('done');
});

it('does not repeat work that failed, nor start what was aborted', async () => {
  let runs = 0;
  const fail = () => {
    runs += 1;
    throw new Error('failed');
  };
  setLocks((_name, _options, work) => work());
  await expect(withLock('a', {}, fail)).rejects.toThrow('failed');
  expect(runs).toBe(1);
  setLocks(refuse);
  await expect(withLock('a', { signal: AbortSignal.abort() }, fail)).rejects.toThrow('forbidden');
  expect(runs).toBe(1);
});
