/** Signing in where there is no window for Google: refused, and nobody is registered instead. */
import { deleteApp } from 'firebase/app';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type HostedServices, startHostedServices } from '#tests/support/hosted-services.ts';
import { createIdentityService, type IdentityService } from './firebase-identity.ts';

let hosted: HostedServices;
let identity: IdentityService;
beforeAll(async () => {
  hosted = await startHostedServices();
});
afterAll(() => hosted?.close());
beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  identity = createIdentityService(hosted.config);
});
afterEach(async () => {
  await identity.signOut();
  await deleteApp(identity.app);
});

const person = { email: 'ana@correo.example', password: 'vigia-2026', username: 'Ana' };

it('Google’s way is not that of a registration: without its window nobody is signed in', async () => {
  // The SDK reports that this environment has no windows.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await expect(identity.signIn({ ...person, method: 'google' })).rejects.toThrow();
  await expect(identity.current()).rejects.toMatchObject({ code: 'auth/no-user' });
  const registered = await identity.signIn({ ...person, method: 'register' });
  expect(registered).toMatchObject({ isNew: true, session: { email: person.email } });
});

it('another origin of the identity service is nothing to warn a person of', () => {
  expect(console.info).not.toHaveBeenCalled();
});
