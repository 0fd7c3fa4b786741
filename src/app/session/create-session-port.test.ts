/** The store's view of the session: who waits for a token, and who hears that the session has ended. */
import { expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { authSessionMachine, type Session } from '#machines/auth-session.machine.ts';
import { sessionSample } from '#tests/support/session-samples.ts';
import { createSessionPort } from './create-session-port.ts';

const signedIn = sessionSample({ token: 'first' });

function startSession() {
  const refreshToken = fromPromise<Session, { heldToken: string | null }>(async () => ({
    ...signedIn,
    token: 'second',
  }));
  const session = createActor(authSessionMachine.provide({ actors: { refreshToken } })).start();
  return { session, port: createSessionPort(session) };
}

const { signal } = new AbortController();

it('tells once that the session has ended, and nothing while nobody is signed in', () => {
  const { session, port } = startSession();
  const onEnded = vi.fn();
  const stop = port.onSessionEnded(onEnded);
  session.send({ type: 'PROVIDER.UNREACHABLE' });
  session.send({ type: 'PROVIDER.SIGNED_IN', session: signedIn });
  expect(onEnded).not.toHaveBeenCalled();
  session.send({ type: 'OTHER_TAB.SIGNED_OUT' });
  session.send({ type: 'PROVIDER.SIGNED_OUT' });
  expect(onEnded).toHaveBeenCalledOnce();
  stop();
  session.send({ type: 'PROVIDER.SIGNED_IN', session: signedIn });
  session.send({ type: 'OTHER_TAB.SIGNED_OUT' });
  expect(onEnded).toHaveBeenCalledOnce();
});

it('keeps requests back while the account is being deleted, and lets them go on when it is not', async () => {
  const { session, port } = startSession();
  session.send({ type: 'PROVIDER.SIGNED_IN', session: signedIn });
  const cancel = port.beginAccountDeletion();
  // Rejected because the account goes: not a reason to sign out with an error.
  port.rejectToken('first');
  port.rejectRefreshedToken('first');
  const onToken = vi.fn();
  const token = port.usableToken(signal).then(onToken);
  await new Promise(setImmediate);
  expect(onToken).not.toHaveBeenCalled();
  cancel();
  await token;
  expect(onToken).toHaveBeenCalledExactlyOnceWith('first');
});
