/** What a request that was not answered is reported as: too slow, not sent, or perhaps saved. */
import { HttpResponse, http } from 'msw';
import { expect, it, onTestFinished, vi } from 'vitest';
import { origin } from '#tests/support/origin-request.ts';
import { mockRoute, server, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { createAppStore } from '../app-store.ts';
import { baseApi } from './base-api.ts';
import { importExportApi } from './import-export-api.ts';
import { type ApiError, exportTimeoutMs } from './reauth-base-query.ts';

setupScreenTests();

/** A read that sends a body. */
const preview = { threshold: umbralSample() };

it('says of a change alone that it was not saved, and only while the browser is offline', async () => {
  server.use(http.all(`${origin}/api/*`, () => HttpResponse.error()));
  const setOnline = (value: boolean) =>
    Object.defineProperty(navigator, 'onLine', { configurable: true, value });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'onLine'));
  const { dispatch } = createAppStore({ session: storeSession() });
  const failures = async () => {
    const { getProfile, previewThreshold, patchProfile } = baseApi.endpoints;
    const answers = [
      await dispatch(getProfile.initiate(undefined, { forceRefetch: true })),
      await dispatch(previewThreshold.initiate(preview, { forceRefetch: true })),
      await dispatch(patchProfile.initiate({ username: 'ana' })),
      await dispatch(importExportApi.endpoints.downloadMyData.initiate()),
    ];
    return answers.map(({ error }) => (error as ApiError).message);
  };
  const unsent = expect.stringContaining('no se ha guardado nada');
  const noConnection = expect.not.stringContaining('guardado');
  setOnline(true);
  expect(await failures()).toEqual(Array(4).fill(noConnection));
  setOnline(false);
  expect(await failures()).toEqual([noConnection, noConnection, unsent, noConnection]);
});

it('says that the server takes too long, and of a change that it may have arrived', async () => {
  const timeouts: number[] = [];
  const { setTimeout: setRealTimeout } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) => {
    if (ms < 30_000) return setRealTimeout(run, ms);
    timeouts.push(ms);
    return setRealTimeout(run, 1);
  }) as typeof setTimeout);
  server.use(http.all(`${origin}/api/*`, () => new Promise<Response>(() => {})));
  const { dispatch } = createAppStore({ session: storeSession() });
  const read = await dispatch(baseApi.endpoints.getProfile.initiate());
  expect(read.error).toMatchObject({ code: 'timeout', message: expect.stringMatching(/tarda/) });
  const change = await dispatch(baseApi.endpoints.patchProfile.initiate({ username: 'ana' }));
  expect(change.error).toMatchObject({ message: expect.stringMatching(/si se ha guardado/) });
  const download = await dispatch(importExportApi.endpoints.downloadMyData.initiate());
  expect(download.error).toMatchObject({ message: expect.not.stringMatching(/guardado/) });
  expect(Math.max(...timeouts)).toBe(exportTimeoutMs);
});

const premium = { code: 'plan_required', requiredPlan: 'premium' };
const unknown = { message: 'HTTP error! status: 500', code: 'unknown' };
it.each([
  ['the plan that would allow it', { error: 'No.', ...premium }, { message: 'No.', ...premium }],
  [
    'no plan that there is',
    { error: 'No.', code: 'forbidden', requiredPlan: 'oro' },
    { message: 'No.', code: 'forbidden' },
  ],
  ['no sentence', { error: 7 }, unknown],
  ['an empty one', { error: ' ' }, unknown],
  ['no object', null, unknown],
])('an answer of an error with %s is still one', async (_what, body, error) => {
  mockRoute('GET users/profile', HttpResponse.json(body, { status: 500 }));
  const { dispatch } = createAppStore({ session: storeSession() });
  const answer = await dispatch(baseApi.endpoints.getProfile.initiate());
  expect(answer.error).toEqual({ status: 500, ...error });
});
