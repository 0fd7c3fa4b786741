// @vitest-environment jsdom
/** Connection state of the live feed: lost when the server is unreachable, not when it refuses the stream. */
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { authSessionMachine, type Session } from '#machines/auth-session.machine.ts';
import { createAppStore } from '#store/app-store.ts';
import { selectConnection } from '#store/live.slice.ts';
import { createShownMatches } from '#store/shown-matches.ts';
import { sessionSample } from '#tests/support/session-samples.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createSessionPort } from './create-session-port.ts';
import { startLiveFeed } from './live-feed.ts';

const server = setupServer();
beforeAll(() => {
  server.listen();
  // A browser adds its origin to every path.
  const plainFetch = fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    plainFetch(new URL(path, 'https://vigia.example'), init),
  );
});
afterEach(() => server.resetHandlers());
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});

const signedIn = sessionSample();

/** A live feed whose stream requests get this answer; a refreshed token gets the same. */
function startFeed(answer: (request: Request) => Response | Promise<Response>) {
  let requests = 0;
  server.use(
    http.get('https://vigia.example/api/monitoring/stream', ({ request }) => {
      requests += 1;
      return answer(request);
    }),
  );
  const refreshToken = fromPromise<Session, { heldToken: string | null }>(async () => ({
    ...signedIn,
    token: `renewed ${requests}`,
  }));
  const session = createActor(authSessionMachine.provide({ actors: { refreshToken } })).start();
  session.send({ type: 'PROVIDER.SIGNED_IN', session: signedIn });
  const clock = new SimulatedClock();
  const port = createSessionPort(session);
  const store = createAppStore({ session: port });
  const connections = new Set<string>();
  store.subscribe(() => connections.add(selectConnection(store.getState())));
  const stop = startLiveFeed({
    session,
    port,
    store,
    priceBatcher: { push() {}, subscribe: () => () => {} },
    shownMatches: createShownMatches(),
    actorEnvironment: { clock },
  });
  return {
    connections,
    session,
    stop,
    /** Waits for that many requests, advancing the clock past the backoff between them. */
    async waitForRequests(times: number) {
      await waitFor(() => {
        clock.increment(60_000);
        expect(requests).toBeGreaterThanOrEqual(times);
      });
    },
  };
}

it('is lost after two failed attempts in a row', async () => {
  const { connections, stop, waitForRequests } = startFeed(() => HttpResponse.error());
  await waitForRequests(3);
  expect(connections).toContain('lost');
  stop();
});

it('is not lost when the server answers 403', async () => {
  const refused = () => HttpResponse.json({ error: 'No.', code: 'forbidden' }, { status: 403 });
  const { connections, stop, waitForRequests } = startFeed(refused);
  await waitForRequests(6);
  expect(connections).not.toContain('lost');
  stop();
});

it('is closed with the session, so that the next person at the page is shown nothing of it', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const { session, stop, waitForRequests } = startFeed(({ signal }) => {
    signal.addEventListener('abort', () => resolve());
    return new Promise(() => {});
  });
  await waitForRequests(1);
  session.send({ type: 'OTHER_TAB.SIGNED_OUT' });
  await closed;
  stop();
});
