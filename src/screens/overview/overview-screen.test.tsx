/** The overview when its settings or matches cannot be read, and its plan usage after a change. */
import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import type { Settings } from '#contract/users.ts';
import { saveSettingsChange } from '#store/api/save-settings-change.ts';
import {
  errorResponse,
  mockBackend,
  press,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend } from '#tests/support/settings-backend.ts';
import { OverviewScreen } from './overview-screen.tsx';

setupScreenTests();

const configUrl = 'https://vigia.example/api/users/config';
const settings: Settings = {
  configuracion: { partidos: ['m1'], umbrales: {}, frecuencia: 60 },
  version: 1,
  estados: {},
};

function mockOverview() {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  mockBackend({
    'GET users/alerts': [{ items: [], nextCursor: null, unread: 0 }],
    'GET monitoring/matches': [{ items: [], nextCursor: null }],
    'GET monitoring/raw': [{ items: [], nextCursor: null }],
  });
  server.use(
    http.get('https://vigia.example/health', () =>
      HttpResponse.json({
        status: 'ok',
        checks: { database: { ok: true }, market: { ok: true, lastReadingAgeSeconds: 1 } },
      }),
    ),
  );
}

it('says that the settings cannot be read, and reads them on retry', async () => {
  mockOverview();
  let isBroken = true;
  server.use(
    http.get(configUrl, () =>
      isBroken ? errorResponse(500, 'internal', 'Algo ha fallado.') : HttpResponse.json(settings),
    ),
  );
  renderScreen(<OverviewScreen />, '/dashboard');
  expect(await screen.findByText('Algo ha fallado.')).toBeVisible();
  await waitFor(() =>
    expect(screen.queryByRole('status', { name: 'Cargando tu vigilancia' })).toBeNull(),
  );
  isBroken = false;
  await press('Reintentar');
  expect(await screen.findByText('Aún no vigilas nada')).toBeVisible();
});

it('says that the watched matches cannot be read, and reads them on retry', async () => {
  mockOverview();
  let isBroken = true;
  server.use(
    http.get('https://vigia.example/api/monitoring/matches', () =>
      isBroken
        ? errorResponse(500, 'internal', 'Algo ha fallado.')
        : HttpResponse.json({ items: [], nextCursor: null }),
    ),
  );
  renderScreen(<OverviewScreen />, '/dashboard');
  expect(await screen.findByText('Algo ha fallado.')).toBeVisible();
  expect(screen.queryByText('Sin partidos por jugar')).toBeNull();
  isBroken = false;
  await press('Reintentar');
  await waitFor(() => expect(screen.queryByText('Algo ha fallado.')).toBeNull());
  expect(await screen.findByText('Aún no vigilas nada')).toBeVisible();
});

it('shows the next match of the market to who watches none to come', async () => {
  mockOverview();
  mockSettingsBackend(settings);
  server.use(
    http.get('https://vigia.example/api/monitoring/matches', ({ request }) => {
      const isWatched = new URL(request.url).searchParams.has('watched');
      const next = {
        id: 'm7',
        name: 'España – Uruguay',
        kickoffAt: null,
        status: 'scheduled',
        listings: 4,
      };
      return HttpResponse.json({ items: isWatched ? [] : [next], nextCursor: null });
    }),
  );
  renderScreen(<OverviewScreen />, '/dashboard');
  expect(await screen.findByText('Próximo del mercado')).toBeVisible();
  expect(await screen.findByText('España – Uruguay')).toBeVisible();
  expect(screen.queryByText('Sin partidos por jugar')).toBeNull();
});

it('counts a change of the settings in the plan usage at once', async () => {
  mockOverview();
  mockSettingsBackend(settings);
  const { store } = renderScreen(<OverviewScreen />, '/dashboard');
  expect(await screen.findByText('1 de 20 partidos')).toBeVisible();
  await act(() => saveSettingsChange(store, { kind: 'watch', matchId: 'm2', isWatched: true }));
  expect(await screen.findByText('2 de 20 partidos')).toBeVisible();
});
