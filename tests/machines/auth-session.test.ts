/** The session machine: first answer, signing in, refreshing, signing out. */
import { describe, expect, it } from 'vitest';
import {
  createActor,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  SimulatedClock,
} from 'xstate';
import {
  type AuthSessionEvent,
  authSessionMachine,
  type Credentials,
  refreshAfterMs,
  type Session,
  type SignedIn,
  signInTimeoutMs,
} from '#machines/auth-session.machine.ts';

const minute = 60_000;
const session = (part: Partial<Session> = {}): Session => ({
  uid: 'ana',
  email: 'ana@example.test',
  displayName: null,
  token: 'token-1',
  issuedAtMs: 0,
  expiresAtMs: 60 * minute,
  ageMs: 0,
  ...part,
});
const offline = Object.assign(new Error('offline'), { code: 'auth/network-request-failed' });
const refused = Object.assign(new Error('refused'), { code: 'auth/user-disabled' });

/** An actor whose promises the test settles, one per call. */
function deferredActor<Output, Input>() {
  const calls: {
    input: Input;
    resolve: (output: Output) => void;
    reject: (error: unknown) => void;
  }[] = [];
  const logic = fromPromise<Output, Input>(
    ({ input }) => new Promise((resolve, reject) => calls.push({ input, resolve, reject })),
  );
  return { calls, logic };
}

function start() {
  const signIn = deferredActor<SignedIn, Credentials>();
  const profile = deferredActor<void, { session: Session; username: string }>();
  const refresh = deferredActor<Session, { heldToken: string | null }>();
  const registration = deferredActor<void, NonReducibleUnknown>();
  const signOut = deferredActor<void, NonReducibleUnknown>();
  const notified: string[] = [];
  const clock = new SimulatedClock();
  const silent = fromCallback<AuthSessionEvent>(() => () => {});
  const actor = createActor(
    authSessionMachine.provide({
      actors: {
        provider: silent,
        otherTabs: silent,
        pageResume: silent,
        signIn: signIn.logic,
        ensureProfile: profile.logic,
        otherTabRegistration: registration.logic,
        refreshToken: refresh.logic,
        signOut: signOut.logic,
      },
      actions: {
        sessionEnded: (_, { reason }) => notified.push(`ended ${reason}`),
        operationSucceeded: (_, { operation, isNew }) => notified.push(`did ${operation} ${isNew}`),
        operationFailed: (_, { operation, code }) => notified.push(`failed ${operation} ${code}`),
      },
    }),
    { clock },
  ).start();
  const last = <Call>(calls: Call[]): Call => {
    const call = calls.at(-1);
    if (call === undefined) throw new Error('no call was made');
    return call;
  };
  return {
    actor,
    clock,
    notified,
    signIn,
    profile,
    refresh,
    registration,
    signOut,
    last,
    value: () => actor.getSnapshot().value,
    token: () => actor.getSnapshot().context.session?.token ?? null,
    /** Waits for settled promises to reach the machine. */
    settle: () => new Promise<void>((resolve) => setImmediate(resolve)),
  };
}

async function signedIn(part: Partial<Session> = {}) {
  const it = start();
  it.actor.send({ type: 'PROVIDER.SIGNED_IN', session: session(part) });
  it.last(it.profile.calls).resolve();
  await it.settle();
  expect(it.value()).toEqual({ identified: { signedIn: 'fresh' } });
  return it;
}

async function refreshing() {
  const it = await signedIn();
  it.clock.increment(refreshAfterMs);
  expect(it.value()).toEqual({ identified: { signedIn: { refreshing: { requesting: 'ahead' } } } });
  return it;
}

describe('before the first answer', () => {
  it('says so after ten seconds, and still takes the answer', () => {
    const { actor, clock } = start();
    clock.increment(9_999);
    expect(actor.getSnapshot().hasTag('slow')).toBe(false);
    clock.increment(1);
    expect(actor.getSnapshot().hasTag('slow')).toBe(true);
    actor.send({ type: 'PROVIDER.SIGNED_OUT' });
    expect(actor.getSnapshot().value).toBe('signedOut');
  });

  it('creates a missing profile for a session from before', async () => {
    const { profile } = await signedIn();
    expect(profile.calls.map(({ input }) => input.session.uid)).toEqual(['ana']);
  });

  it('lets a person in though the document database is away', async () => {
    const { actor, profile, last, settle, value } = start();
    actor.send({ type: 'PROVIDER.SIGNED_IN', session: session() });
    last(profile.calls).reject(new Error('away'));
    await settle();
    expect(value()).toEqual({ identified: { signedIn: 'fresh' } });
  });
});

describe('a silent document database', () => {
  it('is reported on the splash after ten seconds, with a way on', async () => {
    const { actor, clock, value } = start();
    actor.send({ type: 'PROVIDER.SIGNED_IN', session: session() });
    actor.send({ type: 'CONTINUE' });
    clock.increment(9_999);
    expect([value(), actor.getSnapshot().hasTag('slow')]).toEqual([
      { identified: { restoring: 'waiting' } },
      false,
    ]);
    clock.increment(1);
    expect(actor.getSnapshot().hasTag('slow')).toBe(true);
    expect(actor.getSnapshot().hasTag('skippable')).toBe(true);
    actor.send({ type: 'CONTINUE' });
    expect(value()).toEqual({ identified: { signedIn: 'fresh' } });
  });

  it.each(['SIGN_IN', 'REGISTER'] as const)('delays %s by ten seconds, no longer', async (type) => {
    const it = start();
    it.actor.send({ type: 'PROVIDER.SIGNED_OUT' });
    it.actor.send({ type, email: 'a@b.c', password: 'secret', username: 'ana' });
    it.last(it.signIn.calls).resolve({ session: session(), isNew: true });
    await it.settle();
    it.clock.increment(9_999);
    expect(it.notified).not.toContainEqual(expect.stringMatching(/^did/));
    it.clock.increment(1);
    expect(it.notified).toContainEqual(expect.stringMatching(/^did/));
    it.clock.increment(1_000);
    expect(it.value()).toEqual({ identified: { signedIn: 'fresh' } });
  });
});

describe('a silent identity service', () => {
  it('ends a sign-in, which can be tried again', async () => {
    const it = start();
    it.actor.send({ type: 'PROVIDER.SIGNED_OUT' });
    it.actor.send({ type: 'SIGN_IN', email: 'a@b.c', password: 'secret' });
    it.clock.increment(signInTimeoutMs - 1);
    expect(it.value()).toBe('signingIn');
    it.clock.increment(1);
    expect(it.value()).toBe('signedOut');
    expect(it.notified).toContain('failed password auth/network-request-failed');
    expect(it.actor.getSnapshot().context.failure).toEqual({
      operation: 'password',
      code: 'auth/network-request-failed',
    });
    expect(JSON.stringify(it.actor.getSnapshot().context)).not.toContain('secret');
    it.actor.send({ type: 'SIGN_IN', email: 'a@b.c', password: 'secret' });
    expect(it.signIn.calls).toHaveLength(2);
  });

  it('leaves a Google window open for a quarter of an hour', () => {
    const { actor, clock, value } = start();
    actor.send({ type: 'PROVIDER.SIGNED_OUT' });
    actor.send({ type: 'SIGN_IN_WITH_GOOGLE' });
    clock.increment(15 * minute - 1);
    expect(value()).toBe('signingIn');
    clock.increment(1);
    expect(value()).toBe('signedOut');
  });

  it('signs nobody out whose stored token has expired: it waits for the network', async () => {
    const { actor, refresh, last, settle, value, clock, notified } = start();
    actor.send({ type: 'PROVIDER.UNREACHABLE' });
    expect(value()).toEqual({ checking: { waitingForNetwork: 'pausing' } });
    clock.increment(5_000);
    expect(refresh.calls.map(({ input }) => input.heldToken)).toEqual([null]);
    last(refresh.calls).reject(offline);
    await settle();
    clock.increment(9_999);
    expect(refresh.calls).toHaveLength(1);
    clock.increment(1);
    expect(refresh.calls).toHaveLength(2);
    last(refresh.calls).reject(offline);
    await settle();
    for (const event of [{ type: 'RETRY' }, { type: 'PAGE.RESUMED', atMs: 0 }] as const) {
      actor.send(event);
      expect(value()).toEqual({ checking: { waitingForNetwork: 'requesting' } });
      last(refresh.calls).reject(offline);
      await settle();
    }
    clock.increment(24 * 60 * minute);
    expect(actor.getSnapshot().hasTag('unknown')).toBe(true);
    actor.send({ type: 'RETRY' });
    last(refresh.calls).resolve(session({ token: 'token-2' }));
    await settle();
    expect(value()).toEqual({ identified: { restoring: 'waiting' } });
    expect(notified).toEqual([]);
  });

  it.each([
    ['at once', [{ type: 'PROVIDER.REFUSED' }]],
    [
      'when it answers again, first by the SDK',
      [{ type: 'PROVIDER.UNREACHABLE' }, { type: 'PROVIDER.SIGNED_OUT' }],
    ],
  ] as const)('says why a stored session ends that is refused %s', (_when, events) => {
    const { actor, value, notified } = start();
    for (const event of events) actor.send(event);
    expect(value()).toBe('signedOut');
    expect(notified).toEqual(['ended refresh-failed']);
  });

  it('signs out a stored session that is refused when it answers again', async () => {
    const { actor, refresh, signOut, last, settle, value, notified } = start();
    actor.send({ type: 'PROVIDER.UNREACHABLE' });
    actor.send({ type: 'RETRY' });
    last(refresh.calls).reject(refused);
    await settle();
    expect(value()).toBe('endingSession');
    last(signOut.calls).resolve();
    await settle();
    expect(notified).toEqual(['ended refresh-failed']);
  });
});

describe('a second tab', () => {
  it.each([
    ['resolves', 'resolve'],
    ['fails', 'reject'],
  ] as const)(
    'waits until the registration elsewhere %s, and creates no profile',
    async (_n, how) => {
      const { actor, profile, registration, last, settle, value, token } = start();
      actor.send({ type: 'PROVIDER.SIGNED_OUT' });
      actor.send({ type: 'PROVIDER.SIGNED_IN', session: session() });
      actor.send({
        type: 'PROVIDER.SIGNED_IN',
        session: session({ token: 'token-2', displayName: 'Ana' }),
      });
      expect([value(), token()]).toEqual([{ identified: 'joining' }, 'token-2']);
      last(registration.calls)[how](undefined as never);
      await settle();
      expect(value()).toEqual({ identified: { signedIn: 'fresh' } });
      expect(profile.calls).toHaveLength(0);
    },
  );

  it('waits ten seconds at most', () => {
    const { actor, clock, value } = start();
    actor.send({ type: 'PROVIDER.SIGNED_OUT' });
    actor.send({ type: 'PROVIDER.SIGNED_IN', session: session() });
    clock.increment(9_999);
    expect(value()).toEqual({ identified: 'joining' });
    clock.increment(1);
    expect(value()).toEqual({ identified: { signedIn: 'fresh' } });
  });

  it.each(['joining', 'restoring', 'signing in', 'refreshing'] as const)(
    'that signs in as another user takes over while this one is %s',
    async (state) => {
      const it = start();
      if (state !== 'restoring') it.actor.send({ type: 'PROVIDER.SIGNED_OUT' });
      if (state === 'signing in') {
        it.actor.send({ type: 'SIGN_IN', email: 'a@b.c', password: 'secret' });
        it.last(it.signIn.calls).resolve({ session: session(), isNew: false });
        await it.settle();
      } else {
        it.actor.send({ type: 'PROVIDER.SIGNED_IN', session: session() });
      }
      const bea = session({ uid: 'bea', token: 'token-b' });
      if (state === 'refreshing') {
        it.last(it.registration.calls).resolve();
        await it.settle();
        it.clock.increment(refreshAfterMs);
        // The SDK already has the other user, whose session is not reported yet.
        it.last(it.refresh.calls).resolve(bea);
        await it.settle();
        expect(it.notified.at(-1)).toBe('ended session-ended');
      } else {
        it.actor.send({ type: 'PROVIDER.SIGNED_IN', session: bea });
      }
      expect([it.value(), it.token()]).toEqual([{ identified: 'joining' }, 'token-b']);
      expect(it.actor.getSnapshot().context.credentials).toBeNull();
    },
  );
});

describe('a registration whose account exists', () => {
  const account = { type: 'REGISTER', password: 'secret', username: 'Anita' } as const;

  it.each([
    ['a later step fails', 'fails'],
    ['no answer follows', 'is silent'],
  ] as const)('succeeds although %s, with the typed name', async (_name, how) => {
    const it = start();
    it.actor.send({ type: 'PROVIDER.SIGNED_OUT' });
    it.actor.send({ ...account, email: 'Ana@example.test' });
    it.actor.send({ type: 'PROVIDER.SIGNED_IN', session: session() });
    if (how === 'fails') it.last(it.signIn.calls).reject(offline);
    else it.clock.increment(signInTimeoutMs);
    await it.settle();
    expect(it.value()).toEqual({ identified: { accepted: 'profile' } });
    expect(it.last(it.profile.calls).input).toEqual({ session: session(), username: 'Anita' });
    it.last(it.profile.calls).resolve();
    await it.settle();
    expect(it.notified).toContain('did register true');
  });

  it('fails when the reported session has ended again', async () => {
    const it = start();
    it.actor.send({ type: 'PROVIDER.SIGNED_OUT' });
    it.actor.send({ ...account, email: 'ana@example.test' });
    it.actor.send({ type: 'PROVIDER.SIGNED_IN', session: session() });
    it.actor.send({ type: 'PROVIDER.SIGNED_OUT' });
    it.last(it.signIn.calls).reject(offline);
    await it.settle();
    expect(it.value()).toBe('signedOut');
    expect(it.notified).toContain('failed register auth/network-request-failed');
  });

  it.each([
    ['refused', 'fails'],
    ['not answered', 'is silent'],
  ] as const)(
    'is not the one another tab signed in as: %s, this tab follows it',
    async (_n, how) => {
      const it = start();
      it.actor.send({ type: 'PROVIDER.SIGNED_OUT' });
      it.actor.send({ ...account, email: 'otra@example.test' });
      it.actor.send({ type: 'PROVIDER.SIGNED_IN', session: session() });
      if (how === 'fails') it.last(it.signIn.calls).reject(refused);
      else it.clock.increment(signInTimeoutMs);
      await it.settle();
      expect(it.value()).toEqual({ identified: { restoring: 'waiting' } });
      expect(it.last(it.profile.calls).input).toEqual({ session: session(), username: '' });
    },
  );
});

describe('signing in', () => {
  it('waits for the profile, whatever the SDK announces meanwhile', async () => {
    const it = start();
    it.actor.send({ type: 'PROVIDER.SIGNED_OUT' });
    it.actor.send({ type: 'SIGN_IN', email: 'a@b.c', password: 'secret' });
    it.actor.send({ type: 'PROVIDER.SIGNED_IN', session: session() });
    expect(it.value()).toBe('signingIn');
    it.last(it.signIn.calls).resolve({ session: session(), isNew: false });
    await it.settle();
    expect(it.value()).toEqual({ identified: { accepted: 'profile' } });
    it.last(it.profile.calls).resolve();
    await it.settle();
    expect(it.value()).toEqual({ identified: { signedIn: 'fresh' } });
    expect(it.notified).toContain('did password false');
  });

  it('clears the credentials when it succeeds or fails', async () => {
    const it = start();
    it.actor.send({ type: 'PROVIDER.SIGNED_OUT' });
    it.actor.send({ type: 'SIGN_IN', email: 'a@b.c', password: 'secret' });
    it.last(it.signIn.calls).reject(Object.assign(new Error(), { code: 'auth/wrong-password' }));
    await it.settle();
    expect(it.value()).toBe('signedOut');
    expect(it.notified).toContain('failed password auth/wrong-password');
    expect(JSON.stringify(it.actor.getSnapshot().context)).not.toContain('secret');
  });

  it('ignores a second submit while busy', () => {
    const { actor, signIn } = start();
    actor.send({ type: 'PROVIDER.SIGNED_OUT' });
    actor.send({ type: 'SIGN_IN', email: 'a@b.c', password: 'one' });
    actor.send({ type: 'SIGN_IN', email: 'a@b.c', password: 'two' });
    expect(signIn.calls).toHaveLength(1);
  });

  it('stays public for a second after a signup', async () => {
    const it = start();
    it.actor.send({ type: 'PROVIDER.SIGNED_OUT' });
    it.actor.send({ type: 'REGISTER', email: 'a@b.c', password: 'secret', username: 'ana' });
    it.last(it.signIn.calls).resolve({ session: session(), isNew: true });
    await it.settle();
    it.last(it.profile.calls).resolve();
    await it.settle();
    expect(it.notified).toContain('did register true');
    it.clock.increment(999);
    expect(it.actor.getSnapshot().hasTag('public')).toBe(true);
    it.clock.increment(1);
    expect(it.value()).toEqual({ identified: { signedIn: 'fresh' } });
  });

  it('opens one Google window, however often the button is pressed', () => {
    const { actor, signIn } = start();
    actor.send({ type: 'PROVIDER.SIGNED_OUT' });
    actor.send({ type: 'SIGN_IN_WITH_GOOGLE' });
    actor.send({ type: 'SIGN_IN_WITH_GOOGLE' });
    expect(signIn.calls).toHaveLength(1);
  });

  it.each([
    ['the session vanishes', { type: 'PROVIDER.SIGNED_OUT' }, 'session-ended'],
    ['another tab signs out', { type: 'OTHER_TAB.SIGNED_OUT' }, 'other-tab'],
  ] as const)('gives up when %s before the profile is there', async (_name, event, reason) => {
    const it = start();
    it.actor.send({ type: 'PROVIDER.SIGNED_OUT' });
    it.actor.send({ type: 'SIGN_IN', email: 'a@b.c', password: 'secret' });
    it.last(it.signIn.calls).resolve({ session: session(), isNew: false });
    await it.settle();
    it.actor.send(event);
    expect(it.value()).toBe('signedOut');
    expect(it.notified.at(-1)).toBe(`ended ${reason}`);
  });
});

describe('the 50 minutes', () => {
  it('does nothing at 49:59 and refreshes at 50:00', async () => {
    const { clock, value } = await signedIn();
    clock.increment(refreshAfterMs - 1_000);
    expect(value()).toEqual({ identified: { signedIn: 'fresh' } });
    clock.increment(1_000);
    expect(value()).toEqual({ identified: { signedIn: { refreshing: { requesting: 'ahead' } } } });
  });

  it('counts from when the token was issued, not from when it reached us', async () => {
    const { clock, value } = await signedIn({ ageMs: 40 * minute });
    clock.increment(10 * minute);
    expect(value()).toEqual({ identified: { signedIn: { refreshing: { requesting: 'ahead' } } } });
  });

  it('starts again with each new token', async () => {
    const { actor, clock, value, token } = await signedIn();
    clock.increment(40 * minute);
    actor.send({ type: 'PROVIDER.SIGNED_IN', session: session({ token: 'token-2' }) });
    expect(token()).toBe('token-2');
    clock.increment(40 * minute);
    expect(value()).toEqual({ identified: { signedIn: 'fresh' } });
  });

  it('is checked on waking, because timers sleep', async () => {
    const { actor, value } = await signedIn();
    actor.send({ type: 'PAGE.RESUMED', atMs: refreshAfterMs - 1 });
    expect(value()).toEqual({ identified: { signedIn: 'fresh' } });
    actor.send({ type: 'PAGE.RESUMED', atMs: refreshAfterMs });
    expect(value()).toEqual({ identified: { signedIn: { refreshing: { requesting: 'ahead' } } } });
  });
});

describe('refreshing', () => {
  it('keeps the session with its new token', async () => {
    const { refresh, last, settle, value, token } = await refreshing();
    last(refresh.calls).resolve(session({ token: 'token-2' }));
    await settle();
    expect([value(), token()]).toEqual([{ identified: { signedIn: 'fresh' } }, 'token-2']);
  });

  it('signs out when the provider refuses', async () => {
    const { refresh, signOut, last, settle, value, notified } = await refreshing();
    last(refresh.calls).reject(refused);
    await settle();
    expect(value()).toBe('endingSession');
    last(signOut.calls).resolve();
    await settle();
    expect(value()).toBe('signedOut');
    expect(notified.at(-1)).toBe('ended refresh-failed');
  });

  it('says so too when the SDK signs out a revoked account before it refuses', async () => {
    const { actor, value, notified } = await refreshing();
    actor.send({ type: 'PROVIDER.SIGNED_OUT' });
    expect(value()).toBe('signedOut');
    expect(notified.at(-1)).toBe('ended refresh-failed');
  });

  it('waits for the network until the token has expired, then signs out', async () => {
    const { refresh, last, settle, value, clock } = await refreshing();
    last(refresh.calls).reject(offline);
    await settle();
    expect(value()).toEqual({ identified: { signedIn: { refreshing: 'waitingForNetwork' } } });
    clock.increment(10 * minute - 1);
    expect(value()).not.toBe('endingSession');
    clock.increment(1);
    expect(value()).toBe('endingSession');
  });

  it('tries again by itself, and at once on waking', async () => {
    const { actor, refresh, last, settle, value, clock } = await refreshing();
    last(refresh.calls).reject(offline);
    await settle();
    clock.increment(5_000);
    expect(refresh.calls).toHaveLength(2);
    last(refresh.calls).reject(offline);
    await settle();
    actor.send({ type: 'PAGE.RESUMED', atMs: 51 * minute });
    expect(refresh.calls).toHaveLength(3);
    expect(value()).toEqual({ identified: { signedIn: { refreshing: { requesting: 'ahead' } } } });
  });

  it('ahead of time lets the held token serve; rejected or expired, requests wait', async () => {
    const ahead = await refreshing();
    const serves = () => ahead.actor.getSnapshot().hasTag('settled');
    expect(serves()).toBe(true);
    ahead.actor.send({ type: 'TOKEN.REJECTED', token: 'token-0', atMs: 0 });
    expect(serves()).toBe(true);
    ahead.actor.send({ type: 'TOKEN.REJECTED', token: 'token-1', atMs: 0 });
    expect(serves()).toBe(false);
    expect(ahead.refresh.calls).toHaveLength(1);

    const slept = await signedIn();
    slept.actor.send({ type: 'PAGE.RESUMED', atMs: 60 * minute - 1 });
    expect(slept.actor.getSnapshot().hasTag('settled')).toBe(true);

    const expired = await signedIn();
    expired.actor.send({ type: 'PAGE.RESUMED', atMs: 60 * minute });
    expect(expired.value()).toEqual({
      identified: { signedIn: { refreshing: { requesting: 'overdue' } } },
    });
    expect(expired.actor.getSnapshot().hasTag('settled')).toBe(false);
    expired.clock.increment(29_999);
    expect(expired.actor.getSnapshot().hasTag('authenticated')).toBe(true);
    expired.clock.increment(1);
    expect(expired.value()).toBe('endingSession');
  });

  it('happens once for many rejections of one token, and not for an older one', async () => {
    const { actor, refresh } = await signedIn();
    actor.send({ type: 'TOKEN.REJECTED', token: 'token-0', atMs: 0 });
    expect(refresh.calls).toHaveLength(0);
    for (let time = 0; time < 20; time += 1) {
      actor.send({ type: 'TOKEN.REJECTED', token: 'token-1', atMs: time });
    }
    expect(refresh.calls).toHaveLength(1);
  });

  it('ends the session when the refreshed token is rejected, too, but not for older ones', async () => {
    const { actor, refresh, signOut, last, settle, value, token, notified } = await refreshing();
    last(refresh.calls).resolve(session({ token: 'token-2' }));
    await settle();
    actor.send({ type: 'SESSION.REVOKED', token: 'token-1' });
    expect(value()).toEqual({ identified: { signedIn: 'fresh' } });
    actor.send({ type: 'SESSION.REVOKED', token: 'token-2' });
    expect(value()).toBe('endingSession');
    last(signOut.calls).reject(new Error('no'));
    await settle();
    expect([value(), token(), notified.at(-1)]).toEqual([
      'signedOut',
      null,
      'ended refresh-failed',
    ]);
  });

  it('drops a late token when the person has signed out meanwhile', async () => {
    const { actor, refresh, signOut, last, settle, value, token } = await refreshing();
    actor.send({ type: 'SIGN_OUT' });
    last(refresh.calls).resolve(session({ token: 'late' }));
    last(signOut.calls).resolve();
    await settle();
    expect([value(), token()]).toEqual(['signedOut', null]);
  });
});

describe('leaving', () => {
  it('says so, and says when it failed', async () => {
    const { actor, signOut, last, settle, value, notified } = await signedIn();
    actor.send({ type: 'SIGN_OUT' });
    // The screen stays until the browser is signed out.
    expect(actor.getSnapshot().hasTag('authenticated')).toBe(true);
    last(signOut.calls).reject(new Error('no'));
    await settle();
    expect(value()).toEqual({ identified: { signedIn: 'fresh' } });
    expect(notified.at(-1)).toBe('failed sign-out unknown');
    actor.send({ type: 'SIGN_OUT' });
    last(signOut.calls).resolve();
    await settle();
    expect(notified.slice(-2)).toEqual(['did sign-out false', 'ended user']);
  });

  it('follows another tab without asking the identity service again', async () => {
    const { actor, signOut, value, notified } = await signedIn();
    actor.send({ type: 'OTHER_TAB.SIGNED_OUT' });
    expect(value()).toBe('signedOut');
    expect(signOut.calls).toHaveLength(0);
    expect(notified.at(-1)).toBe('ended other-tab');
  });

  it('switches user when another tab signed in as another user', async () => {
    const { actor, profile, registration, last, settle, value, notified } = await signedIn();
    actor.send({ type: 'PROVIDER.SIGNED_IN', session: session({ uid: 'bea', token: 'token-b' }) });
    expect(notified.at(-1)).toBe('ended session-ended');
    expect(value()).toEqual({ identified: 'joining' });
    // The other tab's profile is the other tab's business.
    expect(profile.calls).toHaveLength(1);
    last(registration.calls).resolve();
    await settle();
    expect(value()).toEqual({ identified: { signedIn: 'fresh' } });
  });
});
