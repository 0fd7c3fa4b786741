/** What screens may know of the session, from the machine's states, and what they ask of it. */
import { act, render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type SessionContextValue, useSession } from '#src/features/session/session-context.ts';
import { sessionSample } from '#tests/support/session-samples.ts';
import type { Runtime } from './runtime.ts';
import { SessionProvider } from './session-provider.tsx';

interface Situation {
  readonly tags?: readonly string[];
  readonly context?: object;
}

const snapshotOf = ({ tags = [], context = {} }: Situation) => ({
  hasTag: (tag: string) => tags.includes(tag),
  context: { session: null, credentials: null, failure: null, reason: null, ...context },
});

/** A session whose machine is in this situation. */
function show(situation: Situation) {
  let current = snapshotOf(situation);
  let notify = (_: unknown) => {};
  const send = vi.fn();
  const session = {
    send,
    getSnapshot: () => current,
    subscribe(listener: { next: (snapshot: unknown) => void } | ((snapshot: unknown) => void)) {
      notify = typeof listener === 'function' ? listener : listener.next;
      return { unsubscribe() {} };
    },
  };
  const config = { landingUrl: '/', supportEmail: 'ayuda@vigia.example', localMailbox: null };
  const runtime = { session, config, actorEnvironment: {} } as unknown as Runtime;
  const seen: SessionContextValue[] = [];
  function Screen() {
    seen.push(useSession());
    return null;
  }
  render(
    <SessionProvider runtime={runtime} showToast={() => {}}>
      <Screen />
    </SessionProvider>,
  );
  const latest = () => seen.at(-1) as SessionContextValue;
  return {
    send,
    seen,
    latest,
    move(next: Situation) {
      current = snapshotOf(next);
      act(() => notify(current));
    },
  };
}

const ana = { session: sessionSample({ email: 'ana@correo.example', displayName: 'Ana' }) };

it.each([
  [['unknown'], 'unknown', null],
  [['unknown', 'slow'], 'unknown', 'session'],
  [['unknown', 'slow', 'skippable'], 'unknown', 'profile'],
  [['unknown', 'slow', 'offline'], 'unknown', 'network'],
  [['authenticated'], 'authenticated', null],
  [[], 'public', null],
] as const)('with %j it is %s, and has waited too long for %s', (tags, status, delay) => {
  expect(show({ tags }).latest().session).toMatchObject({ status, delay });
});

it.each([
  [['busy'], { credentials: { method: 'password' } }, 'password'],
  [['busy'], {}, 'sign-out'],
  [[], { credentials: { method: 'password' } }, null],
] as const)('with %j and %j it is busy with %s', (tags, context, busy) => {
  expect(show({ tags, context }).latest().session.busy).toBe(busy);
});

it.each([
  ['user', true],
  ['other-tab', true],
  ['revoked', false],
  [null, false],
])('ended by %s, it was the user’s wish: %s', (reason, hasSignedOut) => {
  expect(show({ context: { reason } }).latest().session.hasSignedOut).toBe(hasSignedOut);
});

it('names who is signed in, without a token', () => {
  const { session } = show({ tags: ['authenticated'], context: ana }).latest();
  expect(session.user).toEqual({ email: 'ana@correo.example', displayName: 'Ana' });
  expect(JSON.stringify(session)).not.toContain('token');
});

it('screens are told of a change, and only of one', () => {
  const { seen, move, latest } = show({ tags: ['authenticated'], context: ana });
  const before = seen.length;
  move({ tags: ['authenticated'], context: { session: { ...ana.session, token: 'next' } } });
  expect(seen).toHaveLength(before);
  move({ tags: ['authenticated', 'retrying'], context: ana });
  expect(latest().session.isRetrying).toBe(true);
  move({ tags: ['authenticated'], context: { session: { ...ana.session, displayName: 'Otra' } } });
  expect(latest().session.user?.displayName).toBe('Otra');
  move({ context: { failure: { operation: 'password', code: 'x' } } });
  expect(latest().session).toMatchObject({ status: 'public', user: null, failure: { code: 'x' } });
});

it('the page’s guess gives way to what is known', () => {
  document.documentElement.dataset.session = 'likely';
  const { move } = show({ tags: ['unknown'] });
  expect(document.documentElement.dataset.session).toBe('likely');
  move({});
  expect(document.documentElement.dataset.session).toBeUndefined();
});

it('passes on what a person does', () => {
  const { send, latest } = show({});
  const { actions } = latest();
  const account = { username: 'ana', email: 'a@b.example', password: 'secreta' };
  actions.signIn({ email: 'a@b.example', password: 'secreta' });
  actions.signInWithGoogle();
  actions.register(account);
  actions.signOut();
  actions.continueWithoutProfile();
  expect(send.mock.calls.map(([event]) => event)).toEqual([
    { type: 'SIGN_IN', email: 'a@b.example', password: 'secreta' },
    { type: 'SIGN_IN_WITH_GOOGLE' },
    { type: 'REGISTER', ...account },
    { type: 'SIGN_OUT' },
    { type: 'CONTINUE' },
  ]);
});

it('without a network a retry asks the machine: a reload would show the browser’s error page', () => {
  const { send, latest } = show({ tags: ['unknown', 'offline'] });
  latest().actions.retry();
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'RETRY' });
});

it.each([
  ['the status', {}, { tags: ['unknown'] }],
  ['a delay', { tags: ['unknown'] }, { tags: ['unknown', 'slow'] }],
  ['a retry', { tags: ['unknown'] }, { tags: ['unknown', 'retrying'] }],
  ['what is under way', {}, { tags: ['busy'] }],
  ['a failure', {}, { context: { failure: { operation: 'password', code: 'x' } } }],
  ['the end by the user', {}, { context: { reason: 'user' } }],
  [
    'the address',
    { context: ana },
    { context: { session: sessionSample({ email: 'leo@correo.example', displayName: 'Ana' }) } },
  ],
  ['the name', { context: ana }, { context: { session: { ...ana.session, displayName: 'Leo' } } }],
])('screens are told of %s where nothing else has changed', (_what, first, next) => {
  const { seen, move } = show(first);
  const before = seen.length;
  move(next);
  expect(seen.length).toBeGreaterThan(before);
});
