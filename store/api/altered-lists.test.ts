// @vitest-environment jsdom
/** Saving settings refetches the lists it alters, here and in other tabs, and no other. */
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { ConfiguracionInput, Settings } from '#contract/users.ts';
import { server, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createAppStore } from '../app-store.ts';
import { alertsApi } from './alerts-api.ts';
import type { UmbralInput } from './api-types.ts';
import { baseApi } from './base-api.ts';
import { matchListApi } from './match-list-api.ts';
import { type SettingsChange, saveSettingsChange } from './save-settings-change.ts';
import { watchListApi } from './watch-list-api.ts';

setupScreenTests();

const threshold = (id: string, valor = 1_000): UmbralInput => ({
  objetivo: { tipo: 'coleccionable', id },
  condicion: 'por_debajo',
  valor,
  moneda: 'EUR',
});

/** A tab with every list open, and one threshold on `c1`. */
async function openLists() {
  const requests: string[] = [];
  const published: (readonly string[])[] = [];
  let settings = {
    configuracion: { partidos: ['m1'], umbrales: { a: threshold('c1') }, frecuencia: 60 },
    version: 1,
    estados: {},
  } as unknown as Settings;
  const emptyPage = ({ request }: { request: Request }) => {
    const { pathname, searchParams } = new URL(request.url);
    const list = pathname.split('/').at(-1);
    requests.push(searchParams.get('watched') === 'true' ? `${list} watched` : `${list}`);
    return HttpResponse.json({ items: [], nextCursor: null, unread: 0 });
  };
  const configUrl = 'https://vigia.example/api/users/config';
  server.use(
    http.get('https://vigia.example/api/monitoring/:list', emptyPage),
    http.get('https://vigia.example/api/users/alerts', emptyPage),
    http.get(configUrl, () => HttpResponse.json(settings)),
    http.put(configUrl, async ({ request }) => {
      const configuracion = (await request.json()) as Settings['configuracion'];
      settings = { ...settings, configuracion, version: settings.version + 1 };
      return HttpResponse.json(settings);
    }),
  );
  const store = createAppStore({ session: storeSession }, (tags) => published.push(tags));
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

const withThreshold =
  (id: string, umbral: UmbralInput): SettingsChange =>
  (current) => ({ ...current, umbrales: { ...current.umbrales, [id]: umbral } });
const watching =
  (...partidos: string[]): SettingsChange =>
  (current): ConfiguracionInput => ({ ...current, partidos });
const pause: SettingsChange = withThreshold('a', { ...threshold('c1'), pausa: 'usuario' });

const watchedMatches = ['matches watched', 'matches watched'];

it.each([
  ['watching a match', watching('m1', 'm2'), [...watchedMatches, 'raw watched']],
  ['no longer watching one', watching(), [...watchedMatches, 'raw watched']],
  ['a threshold on another collectible', withThreshold('b', threshold('c2')), ['raw watched']],
  ['a second one on the same collectible', withThreshold('b', threshold('c1', 900)), []],
  ['another price', withThreshold('a', threshold('c1', 900)), []],
  ['a pause', pause, []],
  ['another check interval', (current: ConfiguracionInput) => ({ ...current, frecuencia: 90 }), []],
])('%s refetches %3$s', async (_name, change, refetched) => {
  const { store, requests, published } = await openLists();
  expect(await saveSettingsChange(store, change)).toBeNull();
  // Refetches start with the answer; what is asked for afterwards comes after them.
  await store.dispatch(baseApi.endpoints.getStats.initiate({}));
  await waitFor(() => expect(requests.toSorted()).toEqual([...refetched, 'stats'].sort()));
  const tags = {
    0: [],
    1: ['WatchedCollectibles'],
    3: ['WatchedMatches', 'WatchedCollectibles'],
  }[refetched.length];
  expect(published).toEqual([['Settings', 'Profile', ...(tags ?? [])]]);
});
