/** The worker's script: from its first run on it answers each of the browser's events. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dispatch } from '#tests/support/service-worker.ts';

const listeners = new Map<string, (event: object) => void>();
const getSubscription = vi.fn(async () => null);
const showNotification = vi.fn();

beforeEach(async () => {
  vi.stubGlobal('appBuild', { id: 'b', entry: '/assets/b.js', files: [] });
  vi.stubGlobal('addEventListener', (name: string, listener: (event: object) => void) => {
    listeners.set(name, listener);
  });
  vi.stubGlobal('location', { origin: 'https://vigia.example' });
  vi.stubGlobal('registration', { pushManager: { getSubscription }, showNotification });
  vi.stubGlobal('clients', { matchAll: async () => [{}] });
  vi.stubGlobal('caches', { keys: async () => [], open: async () => ({ match: async () => {} }) });
  await import('./service-worker.ts');
});
afterEach(() => vi.unstubAllGlobals());

it('shows what is pushed, looks after the subscription when a page opens, and serves the app', async () => {
  const names = ['activate', 'fetch', 'install', 'message', 'notificationclick', 'push'];
  expect([...listeners.keys()].toSorted()).toEqual([...names, 'pushsubscriptionchange']);
  for (const name of ['push', 'message']) await dispatch(listeners.get(name) ?? (() => {}));
  expect(showNotification).toHaveBeenCalledOnce();
  expect(getSubscription).toHaveBeenCalledOnce();
});
