/** The client's profile documents: Firestore's SDK against the stand-in and its rules. Their beginning: tests/conformance/section-4-session.test.ts. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { deleteApp } from 'firebase/app';
import { doc, getDoc, getFirestore } from 'firebase/firestore/lite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ClientConfig } from '#contract/client-config.ts';
import type { Session } from '#machines/auth-session.machine.ts';
import { createIdentityService, type IdentityService } from '#src/services/firebase-identity.ts';
import { createProfileInitializer } from '#src/services/profile-initializer.ts';
import { type HostedServices, startHostedServices } from '#tests/support/hosted-services.ts';

let hosted: HostedServices;
let identity: IdentityService;
let session: Session;
let count = 0;
beforeAll(async () => {
  hosted = await startHostedServices();
});
afterAll(() => hosted?.close());
beforeEach(async () => {
  identity = createIdentityService(hosted.config);
  ({ session } = await identity.signIn({
    method: 'register',
    email: `leo${++count}@correo.example`,
    password: 'vigia-2026',
    username: '',
  }));
});
afterEach(async () => {
  await identity.signOut();
  await deleteApp(identity.app);
});

const initializer = (documents: ClientConfig['documents'] = hosted.config.documents) =>
  createProfileInitializer(identity.app, { ...hosted.config, documents });
const stored = async () =>
  (await getDoc(doc(getFirestore(identity.app), 'users', session.uid))).data();

it('has Google’s name where none was chosen', async () => {
  await initializer().ensure({ ...session, displayName: 'Leo de Google' }, '');
  expect((await stored())?.username).toBe('Leo de Google');
});

it('takes the fields a person changes, and only these', async () => {
  const profiles = initializer();
  await profiles.ensure(session, 'Lucía Prado');
  await profiles.update(session.uid, { username: undefined, onboardingCompletado: true });
  expect(await stored()).toMatchObject({ username: 'Lucía Prado', onboardingCompletado: true });
  await profiles.update(session.uid, { username: 'Lucía P.' });
  expect(await stored()).toMatchObject({ username: 'Lucía P.', onboardingCompletado: true });
});

it('is asked for over TLS where the configuration says so: no token crosses the network in the clear', async () => {
  const server = createServer();
  const firstByte = once(server, 'connection').then(async ([socket]) => {
    const [chunk] = await once(socket, 'data');
    socket.destroy();
    return chunk[0];
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const documents = { host: `127.0.0.1:${address.port}`, ssl: true };
  const ensured = initializer(documents).ensure(session, 'Lucía Prado');
  await expect(ensured).rejects.toThrow();
  // A TLS handshake record.
  expect(await firstByte).toBe(22);
  await new Promise((closed) => server.close(closed));
});
