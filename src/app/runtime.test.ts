// @vitest-environment jsdom
/** What sign-in, registration and sign-out do in this tab, on this device and in the other tabs. */
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import { type Credentials, refreshAfterMs, type Session } from '#machines/auth-session.machine.ts';
import { writeLastPrices } from '#src/features/last-prices/last-prices-storage.ts';
import type { IdentityProviderEvent } from '#src/services/firebase-identity.ts';
import { baseApi } from '#store/api/base-api.ts';
import { alertReceived, selectUnannounced } from '#store/live.slice.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import { clientConfigSample } from '#tests/support/client-config-sample.ts';
import { listenAtOrigin } from '#tests/support/listen-at-origin.ts';
import { origin } from '#tests/support/origin-request.ts';
import { profile } from '#tests/support/screen-harness.tsx';
import { sessionSample } from '#tests/support/session-samples.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { setupWebLocks, setWebLocks } from '#tests/support/web-locks.ts';
import { openInvalidationChannel } from './effects/invalidation-channel.ts';
import { createRegistrationLock } from './effects/registration-lock.ts';
import { broadcastSignOut } from './effects/sign-out-channel.ts';
import { createRuntime } from './runtime.ts';
import type { LazyIdentityService } from './session/lazy-identity-service.ts';
import { storedToken } from './session/token-storage.ts';

let openStreams = 0;
const requests: string[] = [];
const server = setupServer(
  http.get(`${origin}/api/users/profile`, () => HttpResponse.json(profile())),
  http.get(`${origin}/api/users/alerts`, () => {
    requests.push('alerts');
    return HttpResponse.json({ items: [], nextCursor: null, unread: 0 });
  }),
  http.patch(`${origin}/api/users/profile`, () => HttpResponse.json(profile())),
  http.get(`${origin}/api/auth/verify`, ({ request }) => {
    requests.push(`verify ${request.headers.get('authorization')}`);
    return HttpResponse.json({ uid: 'ana', plan: 'premium', emailConfirmed: true });
  }),
  http.get(`${origin}/api/monitoring/stream`, ({ request }) => {
    openStreams += 1;
    request.signal.addEventListener('abort', () => {
      openStreams -= 1;
    });
    return new Promise<Response>(() => {});
  }),
);
listenAtOrigin(server);

setupWebLocks();

interface Answers {
  readonly signIn?: (credentials: Credentials) => Promise<Session>;
  readonly refresh?: () => Promise<Session>;
  readonly ensure?: () => Promise<void>;
}

const refused = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
let stopRuntime = () => {};
beforeEach(() => void requests.splice(0));
afterEach(() => stopRuntime());
const macrotask = () => new Promise((resolve) => setTimeout(resolve));

/** A tab whose identity service and document database answer so. */
function start(answers: Answers = {}) {
  let report = (_: IdentityProviderEvent) => {};
  const unobserve = vi.fn();
  const signIn = async (credentials: Credentials) => ({
    session: await (answers.signIn ?? (async () => sessionSample()))(credentials),
    isNew: credentials.method === 'register',
  });
  const identity = {
    observe(onEvent: typeof report) {
      report = onEvent;
      return unobserve;
    },
    signIn,
    refresh: answers.refresh ?? (async () => sessionSample({ token: 'renewed' })),
    signOut: async () => {},
  } as Partial<LazyIdentityService> as LazyIdentityService;
  const ensure = vi.fn(answers.ensure ?? (async () => {}));
  const update = vi.fn(async () => {});
  const toasts: string[] = [];
  const clock = new SimulatedClock();
  const runtime = createRuntime({
    config: clientConfigSample,
    identity,
    profileInitializer: { ensure, update },
    sessionToasts: {
      succeeded: ({ operation }) => toasts.push(`done ${operation}`),
      failed: ({ operation, code }) => toasts.push(`failed ${operation} ${code}`),
      resetFailed: (code) => toasts.push(`reset ${code}`),
      sessionLost: () => toasts.push('session lost'),
    },
    showToast: () => {},
    actorEnvironment: { clock },
  });
  stopRuntime = () => {
    runtime.stop();
    stopRuntime = () => {};
  };
  const is = (tag: 'authenticated' | 'public' | 'unknown' | 'busy') =>
    waitFor(() => expect(runtime.session.getSnapshot().hasTag(tag)).toBe(true));
  return {
    ...runtime,
    report: (event: IdentityProviderEvent) => report(event),
    unobserve,
    ensure,
    update,
    toasts,
    clock,
    is,
    /** Opened by a person whom the browser remembers. */
    async restore(session = sessionSample()) {
      report({ type: 'PROVIDER.SIGNED_IN', session });
      await is('authenticated');
    },
  };
}

/** What the other tabs hear from now on until a message of their own has arrived. */
async function isSignOutBroadcast(act: () => Promise<void>): Promise<boolean> {
  const received = vi.fn();
  const channel = new BroadcastChannel('vigia-session');
  channel.onmessage = ({ data }) => received(data);
  await act();
  const fence = new BroadcastChannel('vigia-session');
  fence.postMessage('fence');
  await waitFor(() => expect(received).toHaveBeenCalledWith('fence'));
  fence.close();
  channel.close();
  return received.mock.calls.flat().includes('signed-out');
}

const isStoredHere = () => localStorage.getItem('vigia-last-prices') !== null;
const storeSomethingHere = () => writeLastPrices({ atMs: 0, prices: [], omitted: 0 });

it('a session that cannot be renewed ends in every tab, and a toast says why', async () => {
  const { session, restore, toasts } = start({ refresh: refused('auth/user-disabled') });
  await restore();
  const received = await isSignOutBroadcast(async () => {
    session.send({ type: 'TOKEN.REJECTED', token: 'token', atMs: Date.now() });
    await waitFor(() => expect(toasts).toEqual(['session lost']));
  });
  expect(received).toBe(true);
});

it('a sign-out elsewhere is followed without a toast, and without an echo: tabs would loop', async () => {
  const { restore, is, toasts } = start();
  await restore();
  storeSomethingHere();
  broadcastSignOut();
  await is('public');
  expect(isStoredHere()).toBe(false);
  const provider = start();
  await provider.restore();
  const received = await isSignOutBroadcast(async () => {
    provider.report({ type: 'PROVIDER.SIGNED_OUT' });
    await provider.is('public');
  });
  expect(received).toBe(false);
  expect([toasts, provider.toasts]).toEqual([[], []]);
});

it('what was kept for the person before is removed when another one appears, and not for a new token', async () => {
  const { report, restore, session } = start();
  await restore();
  storeSomethingHere();
  report({ type: 'PROVIDER.SIGNED_IN', session: sessionSample({ token: 'newer' }) });
  await waitFor(() => expect(session.getSnapshot().context.session?.token).toBe('newer'));
  expect(isStoredHere()).toBe(true);
  report({ type: 'PROVIDER.SIGNED_IN', session: sessionSample({ uid: 'leo', token: 'of-leo' }) });
  await waitFor(() => expect(session.getSnapshot().context.session?.uid).toBe('leo'));
  expect(isStoredHere()).toBe(false);
});

it('where the browser refuses locks, a Google account gets its profile, and minute 50 asks for a new token', async () => {
  const request = () => Promise.reject(new DOMException('forbidden', 'SecurityError'));
  setWebLocks({ request });
  const { session, report, ensure, clock, is, toasts } = start();
  report({ type: 'PROVIDER.SIGNED_OUT' });
  session.send({ type: 'SIGN_IN_WITH_GOOGLE' });
  await is('authenticated');
  expect(ensure).toHaveBeenCalledOnce();
  clock.increment(refreshAfterMs);
  await waitFor(() => expect(session.getSnapshot().context.session?.token).toBe('renewed'));
  expect(toasts).toEqual(['done google']);
});

it('a tab that opens meanwhile creates no profile without the name that is typed elsewhere', async () => {
  const registering = createRegistrationLock();
  registering.hold();
  const { restore, ensure, ensureProfile } = start();
  const session = sessionSample();
  await restore(session);
  const ensured = ensureProfile();
  await macrotask();
  expect(ensure).not.toHaveBeenCalled();
  registering.release();
  await ensured;
  expect(ensure).toHaveBeenCalledExactlyOnceWith(session, '');
});

it('another person in another tab is joined here, once that tab is done registering', async () => {
  const { report, restore, ensure, session, is } = start();
  await restore();
  const registering = createRegistrationLock();
  registering.hold();
  report({ type: 'PROVIDER.SIGNED_IN', session: sessionSample({ uid: 'leo', token: 'of-leo' }) });
  await is('unknown');
  await macrotask();
  expect(session.getSnapshot().hasTag('unknown')).toBe(true);
  registering.release();
  await is('authenticated');
  // The other tab creates the profile, with the name typed there.
  expect(ensure).not.toHaveBeenCalled();
});

it('a change of the own profile reaches the person’s document; what was shown is forgotten at the sign-out', async () => {
  const { loadSignedInRuntime, loadUsername, restore, update, session, is } = start();
  await restore();
  expect(await loadUsername()).toBe('ana');
  const { store } = await loadSignedInRuntime();
  await store.dispatch(baseApi.endpoints.getProfile.initiate());
  await store.dispatch(baseApi.endpoints.patchProfile.initiate({ username: 'Ana P.' }));
  expect(update).toHaveBeenCalledExactlyOnceWith('ana', { username: 'Ana P.' });
  const shown = () => baseApi.endpoints.getProfile.select()(store.getState()).data;
  expect(shown()).toMatchObject({ uid: 'ana' });
  store.dispatch(alertReceived(alertSample()));
  session.send({ type: 'SIGN_OUT' });
  await is('public');
  expect(shown()).toBeUndefined();
  expect(selectUnannounced(store.getState())).toEqual([]);
  expect(storedToken()).toBeNull();
  // With nobody signed in nobody’s document is changed.
  await store.dispatch(baseApi.endpoints.patchProfile.initiate({ username: 'Nadie' }));
  expect(update).toHaveBeenCalledOnce();
});

it('the token of an earlier visit stays until it is known who is there, then it is the session’s own', async () => {
  localStorage.setItem('authToken', 'earlier');
  const { restore, report } = start();
  expect(storedToken()).toBe('earlier');
  await restore();
  expect(storedToken()).toBe('token');
  report({ type: 'PROVIDER.SIGNED_IN', session: sessionSample({ token: 'newer' }) });
  expect(storedToken()).toBe('newer');
  report({ type: 'PROVIDER.SIGNED_OUT' });
  expect(storedToken()).toBeNull();
});

it('a browser that forbids storage signs in all the same', async () => {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
  await start().restore();
  expect(storedToken()).toBeNull();
});

it('asks the server about each token once: a session that it has ended is noticed without a click', async () => {
  const { loadSignedInRuntime, restore, session, report } = start();
  await restore();
  await loadSignedInRuntime();
  const verified = () => requests.filter((request) => request.startsWith('verify'));
  await waitFor(() => expect(verified()).toEqual(['verify Bearer token']));
  session.send({ type: 'PAGE.RESUMED', atMs: Date.now() });
  report({ type: 'PROVIDER.SIGNED_IN', session: sessionSample({ token: 'newer' }) });
  const both = ['verify Bearer token', 'verify Bearer newer'];
  await waitFor(() => expect(verified()).toEqual(both));
});

it('a stopped tab hears and holds nothing any more, neither of lists that another one has changed', async () => {
  const { loadSignedInRuntime, loadContactActor, restore, session, unobserve, report } = start();
  await restore();
  const { store } = await loadSignedInRuntime();
  const contact = await loadContactActor();
  await waitFor(() => expect(openStreams).toBe(1));
  await store.dispatch(baseApi.endpoints.getAlerts.initiate({}));
  const reads = () => requests.filter((request) => request === 'alerts').length;
  const other = openInvalidationChannel();
  other.publish(['Alerts']);
  await waitFor(() => expect(reads()).toBe(2));
  stopRuntime();
  const received = vi.fn();
  const witness = new BroadcastChannel('vigia-invalidations');
  witness.onmessage = received;
  other.publish(['Alerts']);
  await waitFor(() => expect(received).toHaveBeenCalled());
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(openStreams).toBe(0));
  await macrotask();
  expect(reads()).toBe(2);
  witness.close();
  other.listen(() => {})();
  expect(unobserve).toHaveBeenCalledOnce();
  expect(contact.getSnapshot().status).toBe('stopped');
  expect(session.getSnapshot().status).toBe('stopped');
  localStorage.removeItem('authToken');
  report({ type: 'PROVIDER.SIGNED_IN', session: sessionSample({ token: 'newer' }) });
  expect(localStorage.getItem('authToken')).toBeNull();
});
