/** Work under a Web Lock, also where the browser refuses locks. */
import { expect, it, vi } from 'vitest';
import { setupWebLocks, setWebLocks } from '#tests/support/web-locks.ts';
import { withLock } from './with-lock.ts';

setupWebLocks();
const refuse = () => Promise.reject(new DOMException('forbidden', 'SecurityError'));

it('runs the work where locks are missing or refused', async () => {
  Reflect.deleteProperty(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: {} });
  expect(await withLock('a', {}, () => 'done')).toBe('done');
  setWebLocks({ request: refuse });
  expect(await withLock('a', {}, () => 'done')).toBe('done');
});

it('does not repeat work that failed, nor start what was aborted', async () => {
  const fail = vi.fn(() => Promise.reject(new Error('failed')));
  await expect(withLock('a', {}, fail)).rejects.toThrow('failed');
  setWebLocks({ request: refuse });
  await expect(withLock('a', { signal: AbortSignal.abort() }, fail)).rejects.toThrow('forbidden');
  expect(fail).toHaveBeenCalledOnce();
});
