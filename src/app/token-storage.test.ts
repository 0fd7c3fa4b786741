// @vitest-environment jsdom
/** The token other tabs and the next visit find: the session's, and none once it has ended. */
import { expect, it, vi } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { authSessionMachine } from '#machines/auth-session.machine.ts';
import { sessionSample } from '#tests/support/session-samples.ts';
import { persistToken, storedToken } from './token-storage.ts';

function follow() {
  const session = createActor(authSessionMachine, { clock: new SimulatedClock() }).start();
  const stop = persistToken(session);
  const signIn = (token: string) =>
    session.send({ type: 'PROVIDER.SIGNED_IN', session: sessionSample({ token }) });
  const signOut = () => session.send({ type: 'PROVIDER.SIGNED_OUT' });
  return { signIn, signOut, stop };
}

it('that of an earlier visit stays until it is known who is there, then the session’s own', () => {
  localStorage.setItem('authToken', 'earlier');
  const { signIn, signOut, stop } = follow();
  expect(storedToken()).toBe('earlier');
  signIn('first');
  expect(storedToken()).toBe('first');
  signIn('second');
  expect(storedToken()).toBe('second');
  signOut();
  expect(storedToken()).toBeNull();
  stop();
  signIn('third');
  expect(storedToken()).toBeNull();
});

it('a browser that forbids storage signs in all the same', () => {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
  const { signIn, signOut } = follow();
  expect(() => signIn('first')).not.toThrow();
  expect(signOut).not.toThrow();
  expect(storedToken()).toBeNull();
});
