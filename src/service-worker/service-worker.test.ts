/** The worker's entry: an event that nothing hears when the worker starts is lost. */
import { expect, it, vi } from 'vitest';

it('hears every event for which the browser starts it', async () => {
  const heard: string[] = [];
  vi.stubGlobal('addEventListener', (type: string) => void heard.push(type));
  vi.stubGlobal('appBuild', { id: 'b', entry: '/assets/b.js', files: [] });
  await import('./service-worker.ts');
  vi.unstubAllGlobals();
  const ofPush = ['push', 'notificationclick', 'pushsubscriptionchange'];
  expect(heard).toEqual(['install', 'activate', 'fetch', ...ofPush, 'message']);
});
