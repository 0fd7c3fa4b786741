/** What screens may know of the session, in each state of its machine, and what they ask of it. */
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import {
  type AuthSessionEvent,
  authSessionMachine,
  type Credentials,
  type Session,
  type SignedIn,
} from '#machines/auth-session.machine.ts';
import { passwordResetMachine } from '#machines/password-reset.machine.ts';
import { type SessionView, useSession } from '#src/features/session/session-context.ts';
import { clientConfigSample } from '#tests/support/client-config-sample.ts';
import { sessionSample } from '#tests/support/session-samples.ts';
import { SessionProvider, unknownSession } from './session-provider.tsx';

/** Events, or milliseconds that pass. */
type Happening = AuthSessionEvent | number;

/** A page whose identity service answers nothing by itself. */
async function show(happenings: readonly Happening[]) {
  const clock = new SimulatedClock();
  const actors = {
    signIn: fromPromise<SignedIn, Credentials>(() => new Promise(() => {})),
    ensureProfile: fromPromise<void, { session: Session; username: string }>(({ input }) =>
      input.session.uid === 'ana' ? Promise.resolve() : new Promise(() => {}),
    ),
    signOut: fromPromise<void>(() => new Promise(() => {})),
    refreshToken: fromPromise<Session, { heldToken: string | null }>(() => new Promise(() => {})),
  };
  const session = createActor(authSessionMachine.provide({ actors }), { clock }).start();
  const runtime = {
    session,
    config: clientConfigSample,
    actorEnvironment: {},
    passwordReset: passwordResetMachine,
    loadAccountCredentials: () => new Promise<never>(() => {}),
    loadUsername: async () => 'ana',
  };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SessionProvider runtime={runtime} showToast={() => {}}>
      {children}
    </SessionProvider>
  );
  const { result } = renderHook(() => useSession(), { wrapper });
  const meet = (next: readonly Happening[]) =>
    act(async () => {
      for (const happening of next) {
        if (typeof happening === 'number') clock.increment(happening);
        else session.send(happening);
        // A profile that is there is found in microtasks.
        await new Promise(setImmediate);
      }
    });
  await meet(happenings);
  return { session, result, meet };
}

const signedOut: AuthSessionEvent = { type: 'PROVIDER.SIGNED_OUT' };
const unreachable: AuthSessionEvent = { type: 'PROVIDER.UNREACHABLE' };
const signOut: AuthSessionEvent = { type: 'SIGN_OUT' };
const leftElsewhere: AuthSessionEvent = { type: 'OTHER_TAB.SIGNED_OUT' };
const timeout = { operation: 'password', code: expect.any(String) } as const;
const signedIn = (part: Partial<Session>): AuthSessionEvent => ({
  type: 'PROVIDER.SIGNED_IN',
  session: sessionSample(part),
});
const ana = signedIn({ displayName: 'Ana' });
const signIn: AuthSessionEvent = { type: 'SIGN_IN', email: 'ana@correo.example', password: 'x' };
const anaUser = { email: 'ana@correo.example', displayName: 'Ana' };
const isPublic = { status: 'public' } as const;
const isIn = { status: 'authenticated', user: anaUser } as const;

it.each<[string, Happening[], Partial<SessionView>]>([
  ['nothing is known', [], {}],
  ['nothing is known after ten seconds', [10_000], { delay: 'session' }],
  ['the network is away', [unreachable], { delay: 'network' }],
  ['it is tried again', [unreachable, { type: 'RETRY' }], { delay: 'network', isRetrying: true }],
  ['nobody is in', [signedOut], isPublic],
  ['a password is being checked', [signedOut, signIn], { ...isPublic, busy: 'password' }],
  ['Google asks', [signedOut, { type: 'SIGN_IN_WITH_GOOGLE' }], { ...isPublic, busy: 'google' }],
  ['a sign-in took too long', [signedOut, signIn, 65_000], { ...isPublic, failure: timeout }],
  ['somebody is in', [ana], isIn],
  ['somebody is leaving', [ana, signOut], { ...isIn, busy: 'sign-out', hasSignedOut: true }],
  ['somebody left in another tab', [ana, leftElsewhere], { ...isPublic, hasSignedOut: true }],
  ['the session was ended elsewhere', [ana, signedOut], isPublic],
])('while %s screens see that, and no token', async (_what, happenings, expected) => {
  const { result } = await show(happenings);
  expect(result.current.session).toEqual({ ...unknownSession, ...expected });
});

it('screens are told of a new name, and not of a new token', async () => {
  const { result, meet } = await show([ana]);
  const before = result.current.session;
  await meet([signedIn({ token: 'next', displayName: 'Ana' })]);
  expect(result.current.session).toBe(before);
  await meet([signedIn({ token: 'third', displayName: 'Otra' })]);
  expect(result.current.session.user?.displayName).toBe('Otra');
});

it('the page’s guess gives way to what is known', async () => {
  document.documentElement.dataset.session = 'likely';
  const { meet } = await show([]);
  expect(document.documentElement.dataset.session).toBe('likely');
  await meet([signedOut]);
  expect(document.documentElement.dataset.session).toBeUndefined();
});
