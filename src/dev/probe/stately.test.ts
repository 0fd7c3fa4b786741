// @vitest-environment node
/** No secret is posted to Stately's inspector. */
import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import {
  authSessionMachine,
  type Credentials,
  type SignedIn,
} from '#machines/auth-session.machine.ts';
import { contactModalMachine } from '#machines/contact-modal.machine.ts';
import { sessionSample } from '#tests/support/session-samples.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { openStatelyInspector } from './stately.ts';

const [uid, displayName] = ['uid-plantado', 'Ana Plantada'];
const [email, other] = ['ana.secreta@example.com', 'otra.persona@example.com'];
const password = 'contraseña-plantada';
const token = 'eyJhbGciOiJSUzI1NiJ9.eyJhIjoxfQ.primera-firma';

/** A page whose popup connects. */
function createPage() {
  const posted: unknown[] = [];
  const listeners: ((event: unknown) => void)[] = [];
  const page: object = {
    open: () => ({ postMessage: (message: unknown) => posted.push(message) }),
    addEventListener: (_type: string, listener: (event: unknown) => void) =>
      listeners.push(listener),
  };
  const answer = () => {
    for (const listener of listeners) listener({ data: { type: '@statelyai.connected' } });
  };
  return { page: page as Window, posted, answer };
}

it('the inspector of ?inspect gets every step, and no token, password, address, name or uid', async () => {
  const { page, posted, answer } = createPage();
  const inspect = openStatelyInspector(page);
  answer();
  const session = sessionSample({ uid, email, displayName, token });
  const machine = authSessionMachine.provide({
    actors: {
      signIn: fromPromise<SignedIn, Credentials>(async () => ({ session, isNew: false })),
    },
  });
  const auth = createActor(machine, { inspect }).start();
  auth.send({ type: 'PROVIDER.SIGNED_OUT' });
  auth.send({ type: 'SIGN_IN', email, password });
  const contact = createActor(contactModalMachine, { inspect }).start();
  contact.send({ type: 'OPEN', sender: { name: displayName, email } });
  contact.send({ type: 'EDIT', part: { message: `Escríbeme a ${other}` } });
  const text = () => JSON.stringify(posted);
  // Also the output of child actors was posted, redacted.
  await waitFor(() => expect(text()).toContain('"output":{"session":{"uid":"<uid-1>"'));
  await waitFor(() => expect(text()).toContain('Escríbeme a correo-'));
  for (const actor of [auth, contact]) actor.stop();
  // A machine is shown by its name, which is no person's.
  expect(text()).toContain(`"name":"${authSessionMachine.id}`);
  for (const secret of [uid, displayName, email, other, password, token])
    expect(text().includes(secret), secret).toBe(false);
});
