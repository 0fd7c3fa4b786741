// @vitest-environment jsdom
/** Who is signed in before the identity service's code is loaded, and that nobody is reported twice. */
import { deleteApp } from 'firebase/app';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { IdentityProviderEvent } from '#src/services/firebase-identity.ts';
import { type HostedServices, startHostedServices } from '#tests/support/hosted-services.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createLazyIdentityService, type LazyIdentityService } from './lazy-identity-service.ts';

let hosted: HostedServices;
let identity: LazyIdentityService;
let events: IdentityProviderEvent['type'][];
let stop = () => {};
let count = 0;
beforeAll(async () => {
  hosted = await startHostedServices();
});
afterAll(() => hosted?.close());
beforeEach(() => {
  events = [];
  identity = createLazyIdentityService(hosted.config);
});
afterEach(async () => {
  stop();
  stop = () => {};
  await identity.signOut();
  await deleteApp(await identity.app());
});

const storedKey = () => `firebase:authUser:${hosted.config.firebase.apiKey}:[DEFAULT]`;
const observe = () => {
  stop = identity.observe(({ type }) => events.push(type));
};
const person = () => ({
  method: 'register' as const,
  email: `lenta${++count}@correo.example`,
  password: 'vigia-2026',
  username: 'Ana',
});
const loaded = async () => void (await identity.app());
const awaitPaint = () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
};
afterEach(() => void vi.unstubAllGlobals());

it('a browser without a session is signed out at once, and once: the form waits for no code', async () => {
  awaitPaint();
  observe();
  await Promise.resolve();
  expect(events).toEqual(['PROVIDER.SIGNED_OUT']);
  await loaded();
  await identity.signIn(person());
  await waitFor(() => expect(events).toContain('PROVIDER.SIGNED_IN'));
  expect(events[1]).toBe('PROVIDER.SIGNED_IN');
  await identity.signOut();
  await waitFor(() => expect(events.at(-1)).toBe('PROVIDER.SIGNED_OUT'));
});

it('a session that may be stored is waited for, and reported as it is', async () => {
  awaitPaint();
  localStorage.setItem(storedKey(), '{}');
  observe();
  await Promise.resolve();
  expect(events).toEqual([]);
  // Loaded at once, without a paint.
  await waitFor(() => expect(events).toEqual(['PROVIDER.REFUSED']));
});

it('where storage is forbidden a session is possible', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  observe();
  await Promise.resolve();
  expect(events).toEqual([]);
});
