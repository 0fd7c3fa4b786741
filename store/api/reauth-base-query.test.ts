// @vitest-environment jsdom
/** A request without an answer in time is told as such, not as a lost connection. */
import { http } from 'msw';
import { expect, it, vi } from 'vitest';
import { server, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { createAppStore } from '../app-store.ts';
import { baseApi } from './base-api.ts';
import { importExportEndpoints } from './import-export-api.ts';

setupScreenTests();

it('says that the server takes too long, and of a change that it may have arrived', async () => {
  const timeouts: number[] = [];
  const { setTimeout: setRealTimeout } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) => {
    if (ms < 30_000) return setRealTimeout(run, ms);
    timeouts.push(ms);
    return setRealTimeout(run, 1);
  }) as typeof setTimeout);
  server.use(http.all('https://vigia.example/api/*', () => new Promise<Response>(() => {})));
  const { dispatch } = createAppStore({ session: storeSession });
  const read = await dispatch(baseApi.endpoints.getProfile.initiate());
  expect(read.error).toMatchObject({ code: 'timeout', message: expect.stringMatching(/tarda/) });
  const change = await dispatch(baseApi.endpoints.patchProfile.initiate({ username: 'ana' }));
  expect(change.error).toMatchObject({ message: expect.stringMatching(/si se ha guardado/) });
  const download = await dispatch(importExportEndpoints.downloadMyData.initiate());
  expect(download.error).toMatchObject({ message: expect.not.stringMatching(/guardado/) });
  expect(timeouts.at(-1)).toBeGreaterThan(timeouts[0] ?? 0);
});
