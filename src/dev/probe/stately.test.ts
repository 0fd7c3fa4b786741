/** No secret is posted to Stately's inspector, and a missing window does not affect the app. */
import { describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import {
  authSessionMachine,
  type Credentials,
  type Session,
  type SignedIn,
} from '#machines/auth-session.machine.ts';
import { contactModalMachine } from '#machines/contact-modal.machine.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { openStatelyInspector } from './stately.ts';

const secrets = {
  email: 'ana.secreta@example.com',
  password: 'contraseña-plantada',
  first: 'eyJhbGciOiJSUzI1NiJ9.eyJhIjoxfQ.primera-firma',
  second: 'segundo-token-plantado',
  quoted: 'eyJhbGciOiJSUzI1NiJ9.eyJhIjoyfQ.firma-citada',
  other: 'otra.persona@example.com',
};
const session = (token: string): Session => ({
  uid: 'uid-plantado',
  email: secrets.email,
  displayName: 'Ana Plantada',
  token,
  issuedAtMs: 0,
  expiresAtMs: 3_600_000,
  ageMs: 0,
});

/** A page whose popup connects, is blocked or is offline. */
function createPage(popup: 'answers' | 'blocked' | 'offline') {
  const posted: unknown[] = [];
  const listeners: ((event: unknown) => void)[] = [];
  const opened = vi.fn(() =>
    popup === 'blocked' ? null : { postMessage: (message: unknown) => posted.push(message) },
  );
  const page = {
    open: opened,
    addEventListener: (_type: string, listener: (event: unknown) => void) =>
      listeners.push(listener),
  } as unknown as Window;
  const answer = () => {
    if (popup !== 'answers') return;
    for (const listener of listeners) listener({ data: { type: '@statelyai.connected' } });
  };
  return { page, posted, opened, answer };
}

/** Signs in and refreshes twice; the second refresh fails with an error that quotes secrets. */
async function goThroughSession(inspect: ReturnType<typeof openStatelyInspector>) {
  const refreshes = [
    async () => session(secrets.second),
    async () => {
      const words = `${secrets.quoted} of ${secrets.other} with ${secrets.password}`;
      throw Object.assign(new Error(`refused: ${words}`), { code: 'auth/user-token-expired' });
    },
  ];
  const machine = authSessionMachine.provide({
    actors: {
      signIn: fromPromise<SignedIn, Credentials>(async () => ({
        session: session(secrets.first),
        isNew: false,
      })),
      refreshToken: fromPromise<Session, { heldToken: string | null }>(
        async () => (await refreshes.shift()?.()) ?? session('none'),
      ),
    },
  });
  const actor = createActor(machine, { inspect }).start();
  const reach = (tag: 'public' | 'settled', token: string | undefined) =>
    waitFor(() => {
      expect(actor.getSnapshot().hasTag(tag)).toBe(true);
      expect(actor.getSnapshot().context.session?.token).toBe(token);
    });
  actor.send({ type: 'PROVIDER.SIGNED_OUT' });
  actor.send({ type: 'SIGN_IN', email: secrets.email, password: secrets.password });
  await reach('settled', secrets.first);
  actor.send({ type: 'TOKEN.REJECTED', token: secrets.first, atMs: 0 });
  await reach('settled', secrets.second);
  actor.send({ type: 'TOKEN.REJECTED', token: secrets.second, atMs: 0 });
  await reach('public', undefined);
  actor.stop();
}

function writeToSupport(inspect: ReturnType<typeof openStatelyInspector>): void {
  const actor = createActor(contactModalMachine, { inspect }).start();
  actor.send({ type: 'OPEN', sender: { name: 'Ana Plantada', email: secrets.email } });
  actor.send({ type: 'EDIT', part: { message: `Escríbeme a ${secrets.other}` } });
  actor.stop();
}

const planted = [...Object.values(secrets), 'uid-plantado', 'Ana Plantada'];

describe('the inspector of ?inspect', () => {
  it('gets every step, and no token, password, address, name or uid', async () => {
    const { page, posted, answer } = createPage('answers');
    const inspect = openStatelyInspector(page);
    answer();
    await goThroughSession(inspect);
    writeToSupport(inspect);
    const text = () => JSON.stringify(posted);
    await waitFor(() => expect(text()).toContain('<token-2>'));
    await waitFor(() => expect(text()).toContain('Escríbeme a correo-'));
    // A machine is shown by its name, which is no person's.
    expect(text()).toContain(`"name":"${authSessionMachine.id}`);
    // The output of child actors was posted, redacted.
    expect(text()).toContain('"output":{"session":{"uid":"<uid-1>"');
    for (const secret of planted) expect(text().includes(secret), secret).toBe(false);
  });

  it.each(['blocked', 'offline'] as const)(
    'does not disturb the app when it is %s',
    async (how) => {
      const { page, posted, opened } = createPage(how);
      const inspect = openStatelyInspector(page);
      await goThroughSession(inspect);
      expect(opened).toHaveBeenCalledOnce();
      expect(posted).toEqual([]);
    },
  );
});
