/** What is said of the connection: lost where the server is not heard, and not where it answers that one may not hear. */
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { authSessionMachine, type Session } from '#machines/auth-session.machine.ts';
import { createAppStore } from '#store/app-store.ts';
import { selectConnection } from '#store/live.slice.ts';
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

const signedIn: Session = {
  uid: 'ana',
  email: 'ana@correo.example',
  emailVerified: true,
  displayName: null,
  token: 'token',
  issuedAtMs: Date.now(),
  expiresAtMs: Date.now() + 3_600_000,
  ageMs: 0,
};

/** Someone signed in whose stream is answered so; renewing the token brings another that is answered the same. */
function follow(answer: () => Response) {
  let asked = 0;
  server.use(
    http.get('https://vigia.example/api/monitoring/stream', () => {
      asked += 1;
      return answer();
    }),
  );
  const refreshToken = fromPromise<Session, { session: Session }>(async () => ({
    ...signedIn,
    token: `renewed ${asked}`,
  }));
  const session = createActor(authSessionMachine.provide({ actors: { refreshToken } })).start();
  session.send({ type: 'SDK.SESSION', session: signedIn });
  const clock = new SimulatedClock();
  const port = createSessionPort(session);
  const store = createAppStore({ session: port });
  const said = new Set<string>();
  store.subscribe(() => said.add(selectConnection(store.getState())));
  const stop = startLiveFeed({
    session,
    port,
    store,
    live: { push() {}, subscribe: () => () => {} },
    surroundings: { clock },
  });
  return {
    said,
    stop,
    /** Waits for that many requests, letting the patience between them pass at once. */
    async untilAsked(times: number) {
      await waitFor(() => {
        clock.increment(60_000);
        expect(asked).toBeGreaterThanOrEqual(times);
      });
    },
  };
}

it('is lost when the server is not heard twice in a row', async () => {
  const { said, stop, untilAsked } = follow(() => HttpResponse.error());
  await untilAsked(3);
  expect(said).toContain('lost');
  stop();
});

it('is not lost when the server answers that this stream is refused', async () => {
  const refused = () => HttpResponse.json({ error: 'No.', code: 'forbidden' }, { status: 403 });
  const { said, stop, untilAsked } = follow(refused);
  await untilAsked(6);
  expect(said).not.toContain('lost');
  stop();
});
