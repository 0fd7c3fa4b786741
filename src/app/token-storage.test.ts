// @vitest-environment jsdom
/** The token other tabs and the next visit find: the session's, and none once it has ended. */
import { expect, it, vi } from 'vitest';
import type { SessionActor } from './create-session-port.ts';
import { persistToken, storedToken } from './token-storage.ts';

function follow() {
  let next = (_: unknown) => {};
  const unsubscribe = vi.fn();
  const session = {
    subscribe(listener: typeof next) {
      next = listener;
      return { unsubscribe };
    },
  } as unknown as SessionActor;
  const stop = persistToken(session);
  const report = (token: string | null, state = 'ready') =>
    next({
      matches: (wanted: string) => wanted === state,
      context: { session: token === null ? null : { token } },
    });
  return { report, stop, unsubscribe };
}

it('is stored, replaced, and removed with the session', () => {
  const { report, stop, unsubscribe } = follow();
  report('first');
  expect(storedToken()).toBe('first');
  report('second');
  expect(storedToken()).toBe('second');
  report(null);
  expect(storedToken()).toBeNull();
  stop();
  expect(unsubscribe).toHaveBeenCalledOnce();
});

it('of an earlier visit stays until it is known who is there', () => {
  localStorage.setItem('authToken', 'earlier');
  const { report } = follow();
  report(null, 'checking');
  expect(storedToken()).toBe('earlier');
  report(null);
  expect(storedToken()).toBeNull();
});

it('is written once, not at every step of the session', () => {
  const { report } = follow();
  report('first');
  const write = vi.spyOn(Storage.prototype, 'setItem');
  report('first');
  expect(write).not.toHaveBeenCalled();
});

it('a browser that forbids storage signs in all the same', () => {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
  const { report } = follow();
  expect(() => report('first')).not.toThrow();
  expect(() => report(null)).not.toThrow();
  expect(storedToken()).toBeNull();
});
