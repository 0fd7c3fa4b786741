/** Single-flight token refresh: base query, SSE client and session machine together, against a real server. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { authSessionMachine, type Session } from '#machines/auth-session.machine.ts';
import { createSessionPort } from '#src/app/create-session-port.ts';
import { reauthBaseQuery, tokenRefreshFailedMessage } from '#store/api/reauth-base-query.ts';
import { readEventStream } from '#store/api/sse-client.ts';

const session = (token: string): Session => ({
  uid: 'ana',
  email: 'ana@example.test',
  displayName: null,
  token,
  issuedAtMs: Date.now(),
  expiresAtMs: Date.now() + 3_600_000,
  ageMs: 0,
});

let server: Server;
afterEach(() => new Promise((closed) => server.close(closed)));

/** Answers 200 to accepted tokens, and the given status to every other. */
async function serve(accepts: (token: string) => boolean, rejectionStatus: number) {
  const seen: string[] = [];
  server = createServer((request, response) => {
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    seen.push(token);
    response.writeHead(accepts(token) ? 200 : rejectionStatus, {
      'content-type': 'application/json',
    });
    response.end(
      JSON.stringify(accepts(token) ? { ok: true } : { error: 'No.', code: 'forbidden' }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/`, seen };
}

function client(url: string, refresh: () => Promise<Session>) {
  let refreshes = 0;
  const actor = createActor(
    authSessionMachine.provide({
      actors: {
        refreshToken: fromPromise(() => {
          refreshes += 1;
          return refresh();
        }),
      },
    }),
  ).start();
  actor.send({ type: 'PROVIDER.SIGNED_IN', session: session('old') });
  const query = reauthBaseQuery(url);
  const port = createSessionPort(actor);
  const api = {
    signal: new AbortController().signal,
    abort: () => {},
    dispatch: (action: unknown) => action,
    getState: () => ({}),
    extra: { session: port },
    endpoint: 'test',
    type: 'query' as const,
  };
  return {
    query: () => query('thing', api as Parameters<typeof query>[1], {}),
    /** @returns whether it opened */
    async stream() {
      let isOpen = false;
      await readEventStream({
        url,
        session: port,
        signal: api.signal,
        lastEventId: null,
        onOpen: () => {
          isOpen = true;
        },
        onEvent: () => {},
      });
      return isOpen;
    },
    refreshes: () => refreshes,
    isSignedIn: () => actor.getSnapshot().hasTag('authenticated'),
  };
}

describe('a refused token', () => {
  it.each([401, 403])(
    'is refreshed once for twenty requests answered %i',
    async (rejectionStatus) => {
      const { url } = await serve((token) => token === 'new', rejectionStatus);
      const { query, refreshes } = client(url, async () => session('new'));
      const answers = await Promise.all(Array.from({ length: 20 }, query));
      expect(answers.map(({ data }) => data)).toEqual(
        Array.from({ length: 20 }, () => ({ ok: true })),
      );
      expect(refreshes()).toBe(1);
    },
  );

  it('ends the session when it cannot be refreshed, with an error', async () => {
    const { url } = await serve(() => false, 401);
    const { query, isSignedIn } = client(url, () =>
      Promise.reject(Object.assign(new Error(), { code: 'auth/user-disabled' })),
    );
    const answers = await Promise.all([query(), query()]);
    expect(answers.map(({ error }) => error?.message)).toEqual([
      tokenRefreshFailedMessage,
      tokenRefreshFailedMessage,
    ]);
    expect(isSignedIn()).toBe(false);
  });

  it.each([
    ['401 ends the session: the backend no longer accepts it', 401, false],
    ['403 rejects the request and keeps the session', 403, true],
  ])(
    'is refreshed only once per request; rejected again, %s',
    async (_name, rejectionStatus, staysIn) => {
      const { url, seen } = await serve(() => false, rejectionStatus);
      const { query, refreshes, isSignedIn } = client(url, async () => session('new'));
      const { error } = await query();
      expect(error).toMatchObject({ status: rejectionStatus, message: 'No.' });
      expect([seen, refreshes(), isSignedIn()]).toEqual([['old', 'new'], 1, staysIn]);
    },
  );

  it.each([401, 403])('is refreshed once for a stream answered %i', async (rejectionStatus) => {
    const { url, seen } = await serve((token) => token === 'new', rejectionStatus);
    const { stream, refreshes, isSignedIn } = client(url, async () => session('new'));
    expect(await stream()).toBe(true);
    expect([seen, refreshes(), isSignedIn()]).toEqual([['old', 'new'], 1, true]);
  });

  it.each([
    [401, false],
    [403, true],
  ])(
    'of a stream, answered %i even when refreshed: still signed in %s',
    async (rejectionStatus, staysIn) => {
      const { url, seen } = await serve(() => false, rejectionStatus);
      const { stream, refreshes, isSignedIn } = client(url, async () => session('new'));
      expect(await stream()).toBe(false);
      expect([seen, refreshes(), isSignedIn()]).toEqual([['old', 'new'], 1, staysIn]);
    },
  );
});
