/** Saving settings refetches the lists it alters, here and in other tabs, and no other. */
import { expect, it } from 'vitest';
import { mockRoute, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { storeSession } from '#tests/support/store-session.ts';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createAppStore } from '../app-store.ts';
import { alertsApi } from './alerts-api.ts';
import { baseApi } from './base-api.ts';
import { importExportApi } from './import-export-api.ts';
import { matchListApi } from './match-list-api.ts';
import { saveSettingsChange } from './save-settings-change.ts';
import type { SettingsChange } from './settings-changes.ts';
import { thresholdsApi } from './thresholds-api.ts';
import { watchListApi } from './watch-list-api.ts';

setupScreenTests();

const threshold = (id: string, value = 1_000) =>
  umbralSample({ target: { kind: 'collectible', id }, value });
const seen = threshold('c1');

/** A tab with every list open, and one threshold on `c1`. */
async function openLists() {
  const requests: string[] = [];
  const published: (readonly string[])[] = [];
  mockSettingsBackend(settingsSample({ a: threshold('c1') }, ['m1']));
  for (const path of ['monitoring/:list', 'users/alerts'])
    mockRoute(`GET ${path}`, ({ url }: Request) => {
      const { pathname, searchParams } = new URL(url);
      const list = pathname.split('/').at(-1);
      requests.push(searchParams.get('watched') === 'true' ? `${list} watched` : `${list}`);
      return { items: [], nextCursor: null, unread: 0 };
    });
  const store = createAppStore({ session: storeSession() }, (tags) => published.push(tags));
  const { getMatchList } = matchListApi.endpoints;
  await Promise.all([
    store.dispatch(baseApi.endpoints.getSettings.initiate()),
    store.dispatch(getMatchList.initiate({ sort: 'kickoff' })),
    store.dispatch(getMatchList.initiate({ sort: 'kickoff', watched: 'true' })),
    store.dispatch(baseApi.endpoints.getMatches.initiate({ limit: '500', watched: 'true' })),
    store.dispatch(watchListApi.endpoints.getWatchList.initiate()),
    store.dispatch(alertsApi.endpoints.getAlertHistory.initiate({})),
  ]);
  requests.length = 0;
  return { store, requests, published };
}

const watch = (matchId: string, isWatched: boolean): SettingsChange => ({
  kind: 'watch',
  matchId,
  isWatched,
});
const create: SettingsChange = { kind: 'create', id: 'b', threshold: threshold('c2') };
const update = (patch: Extract<SettingsChange, { kind: 'change' }>['patch']): SettingsChange => ({
  kind: 'change',
  id: 'a',
  patch,
  seen,
});
const { target } = seen;
const moved = { target: { kind: 'collectible' as const, id: 'c2' } };
const pauseAll: SettingsChange = {
  kind: 'batch',
  changes: [{ kind: 'change', id: 'a', patch: { pause: 'user' } }],
};

const watchedMatches = ['matches watched', 'matches watched'];

it.each<[string, SettingsChange, readonly string[]]>([
  ['watching a match', watch('m2', true), [...watchedMatches, 'raw watched']],
  ['no longer watching one', watch('m1', false), [...watchedMatches, 'raw watched']],
  ['a new threshold', create, [...watchedMatches, 'raw watched']],
  ['a deleted one', { kind: 'delete', id: 'a', seen }, ['raw watched']],
  ['one on another collectible', update(moved), ['raw watched']],
  ['another price', update({ target, value: 900 }), []],
  ['a pause', update({ pause: 'user' }), []],
  ['pausing several', pauseAll, []],
  ['another check interval', { kind: 'frequency', seconds: 90 }, []],
])('%s refetches %3$s', async (_name, change, refetched) => {
  const { store, requests, published } = await openLists();
  expect((await saveSettingsChange(store, change)).error).toBeUndefined();
  // Refetches start with the answer; what is asked for afterwards comes after them.
  await store.dispatch(baseApi.endpoints.getStats.initiate({}));
  await waitFor(() => expect(requests.toSorted()).toEqual([...refetched, 'stats'].sort()));
  const lists = { matches: 'WatchedMatches', raw: 'WatchedCollectibles' } as const;
  for (const [list, tag] of Object.entries(lists))
    if (refetched.includes(`${list} watched`)) expect(published[0]).toContain(tag);
  expect(published[0]).toEqual(expect.arrayContaining(['Settings', 'Profile']));
});

it('an import refetches the list of thresholds, and in other tabs the matches that it may have added', async () => {
  mockSettingsBackend(settingsSample());
  const page = { items: [], nextCursor: null, byStatus: {} };
  const requests = mockRoute('GET users/thresholds', page);
  mockRoute('POST users/thresholds/import', { applied: true });
  const published: (readonly string[])[] = [];
  const { dispatch } = createAppStore({ session: storeSession() }, (tags) => published.push(tags));
  await dispatch(thresholdsApi.endpoints.getThresholds.initiate({}));
  const { importThresholds } = importExportApi.endpoints;
  await dispatch(importThresholds.initiate({ file: '', format: 'csv', dryRun: false }));
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(published).toEqual([expect.arrayContaining(['Thresholds', 'WatchedMatches'])]);
});
