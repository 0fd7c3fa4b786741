// @vitest-environment jsdom
/** What a signed-in tab holds: the live stream, the lists that another tab has changed, and nothing after the session. */
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { authSessionMachine, type Session } from '#machines/auth-session.machine.ts';
import { baseApi } from '#store/api/base-api.ts';
import { alertReceived, selectUnannounced } from '#store/live.slice.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import { listenAtOrigin } from '#tests/support/listen-at-origin.ts';
import { origin } from '#tests/support/origin-request.ts';
import { profile } from '#tests/support/screen-harness.tsx';
import { sessionSample } from '#tests/support/session-samples.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { openInvalidationChannel } from './effects/invalidation-channel.ts';
import { createSignedInRuntime } from './signed-in-runtime.ts';

const requests: string[] = [];
let openStreams = 0;
const server = setupServer(
  http.get(`${origin}/api/users/profile`, () => {
    requests.push('profile');
    return HttpResponse.json(profile());
  }),
  http.get(`${origin}/api/users/alerts`, () => {
    requests.push('alerts');
    return HttpResponse.json({ items: [], nextCursor: null, unread: 0 });
  }),
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

let stopRuntime = () => {};
beforeEach(() => void requests.splice(0));
afterEach(() => stopRuntime());

function start() {
  const refreshToken = fromPromise<Session, { heldToken: string | null }>(async () =>
    sessionSample({ token: 'renewed' }),
  );
  const session = createActor(authSessionMachine.provide({ actors: { refreshToken } })).start();
  session.send({ type: 'PROVIDER.SIGNED_IN', session: sessionSample() });
  const runtime = createSignedInRuntime(
    session,
    { clock: new SimulatedClock() },
    async () => undefined,
  );
  stopRuntime = () => {
    runtime.stop();
    session.stop();
    stopRuntime = () => {};
  };
  return { ...runtime, session };
}

const asked = (what: string) => requests.filter((request) => request.startsWith(what));

it('asks the server about each token once: a session that it has ended is noticed without a click', async () => {
  const { session } = start();
  await waitFor(() => expect(asked('verify')).toEqual(['verify Bearer token']));
  session.send({ type: 'PAGE.RESUMED', atMs: Date.now() });
  session.send({ type: 'PROVIDER.SIGNED_IN', session: sessionSample({ token: 'newer' }) });
  await waitFor(() =>
    expect(asked('verify')).toEqual(['verify Bearer token', 'verify Bearer newer']),
  );
});

it('lists that another tab has changed are fetched again, until the tab is stopped', async () => {
  const { store } = start();
  await store.dispatch(baseApi.endpoints.getAlerts.initiate({}));
  const other = openInvalidationChannel();
  other.publish(['Alerts']);
  await waitFor(() => expect(asked('alerts')).toHaveLength(2));
  stopRuntime();
  const received = vi.fn();
  const witness = new BroadcastChannel('vigia-invalidations');
  witness.onmessage = received;
  other.publish(['Alerts']);
  await waitFor(() => expect(received).toHaveBeenCalled());
  window.dispatchEvent(new Event('online'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked('alerts')).toHaveLength(2);
  witness.close();
  other.listen(() => {})();
});

it('nothing of the person is left in the tab once the session has ended', async () => {
  const { store, endSession } = start();
  await store.dispatch(baseApi.endpoints.getProfile.initiate());
  store.dispatch(alertReceived(alertSample()));
  endSession();
  expect(baseApi.endpoints.getProfile.select()(store.getState()).data).toBeUndefined();
  expect(selectUnannounced(store.getState())).toEqual([]);
});

it('the stream ends with the tab', async () => {
  start();
  await waitFor(() => expect(openStreams).toBe(1));
  stopRuntime();
  await waitFor(() => expect(openStreams).toBe(0));
});
