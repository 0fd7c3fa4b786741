/** The profile in the store agrees with the settings, from the optimistic change to a refusal, and ends with the session. */
import { expect, it } from 'vitest';
import {
  errorResponse,
  mockBackend,
  mockRoute,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { baseApi } from './api/base-api.ts';
import { saveSettingsChange } from './api/save-settings-change.ts';
import { createAppStore } from './app-store.ts';
import { selectProfile } from './profile.slice.ts';
import { sessionEnded } from './session-events.ts';

setupScreenTests();

async function signedIn() {
  mockBackend({});
  const store = createAppStore({ session: storeSession() });
  const { getProfile, getSettings } = baseApi.endpoints;
  await store.dispatch(getProfile.initiate());
  await store.dispatch(getSettings.initiate());
  const partidos = () => selectProfile(store.getState())?.configuracion.partidos;
  const watch = (id: string) =>
    saveSettingsChange(store, { kind: 'watch', matchId: id, isWatched: true });
  return { store, partidos, watch };
}

it('counts a change of the settings at once, and no longer when it is refused', async () => {
  const { partidos, watch } = await signedIn();
  const refusal = Promise.withResolvers<Response>();
  mockRoute('PUT users/watched/m2', refusal.promise);
  const saving = watch('m2');
  expect(partidos()).toEqual(['m1', 'm2']);
  refusal.resolve(errorResponse(422, 'plan_limit', 'No cabe.'));
  await saving;
  expect(partidos()).toEqual(['m1']);
});

it('is gone with the session, and a change that fails afterwards undoes nothing', async () => {
  const { store, partidos, watch } = await signedIn();
  const sent = mockRoute('PUT users/watched/m2', new Promise(() => {}));
  const saving = watch('m2');
  await expect.poll(() => sent).toHaveLength(1);
  store.dispatch(sessionEnded());
  store.dispatch(baseApi.util.resetApiState());
  // A screen that still shows the settings requests them again, in vain: an entry without data.
  mockRoute('GET users/config', new Promise(() => {}));
  void store.dispatch(baseApi.endpoints.getSettings.initiate());
  expect(partidos()).toBeUndefined();
  // An exception in the undo would fail the test as an unhandled rejection.
  expect((await saving).error).toBeDefined();
  expect(partidos()).toBeUndefined();
});
