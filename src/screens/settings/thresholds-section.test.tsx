/** The thresholds list: names of its rows, and the undo of a deletion, which a toast offers also after the screen was left. */
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { ConfiguracionInput, Settings } from '#contract/users.ts';
import {
  errorResponse,
  mockBackend,
  press,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { ThresholdsSection } from './thresholds-section.tsx';

setupScreenTests();

const settingsPath = '/dashboard/configuracion';
const configUrl = 'https://vigia.example/api/users/config';
const umbral = umbralSample();

const collectible = { id: 'c1', matchId: 'm1', matchName: 'España – Uruguay', category: '1' };

it('names match, category and collectible, where others may share the category', async () => {
  const estados = {};
  const configuracion = { partidos: ['m1'], umbrales: { t1: umbral }, frecuencia: 60 };
  mockBackend({
    'GET monitoring/raw': [{ items: [{ ...collectible, name: 'Grada norte' }], nextCursor: null }],
    'GET users/config': [{ configuracion, version: 1, estados }],
  });
  renderScreen(<ThresholdsSection />, settingsPath, { route: settingsPath });
  const name = 'España – Uruguay, Categoría 1 · Grada norte, baja de 90\u00A0€';
  expect(await screen.findByRole('switch', { name: `Umbral activo: ${name}` })).toBeVisible();
  expect(screen.getByText('Categoría 1 · Grada norte')).toBeVisible();
});

/** Deletes the only threshold, and leaves the screen. */
async function deleteAndLeave() {
  mockBackend({ 'GET monitoring/raw': [{ items: [], nextCursor: null }] });
  let stored: Settings = {
    configuracion: { partidos: ['m1'], umbrales: { t1: umbral }, frecuencia: 60 },
    version: 1,
    estados: {},
  };
  const saved: ConfiguracionInput[] = [];
  let isRefused = false;
  server.use(
    http.get(configUrl, () => HttpResponse.json(stored)),
    http.put(configUrl, async ({ request }) => {
      if (isRefused) return errorResponse(503, 'unavailable', 'Ahora no.');
      const body = (await request.json()) as ConfiguracionInput;
      saved.push(body);
      stored = { ...stored, configuracion: body as Settings['configuracion'], version: 2 };
      return HttpResponse.json(stored);
    }),
  );
  const { showToast, navigate } = renderScreen(<ThresholdsSection />, settingsPath, {
    route: settingsPath,
    others: [{ path: '/dashboard/plan', element: <p>Otra pantalla</p> }],
  });
  await press(/^Borrar/);
  await waitFor(() =>
    expect(showToast).toHaveBeenCalledExactlyOnceWith(
      'Umbral borrado.',
      'info',
      expect.objectContaining({ label: 'Deshacer' }),
    ),
  );
  const [, , undo] = showToast.mock.calls[0] ?? [];
  showToast.mockClear();
  await navigate('/dashboard/plan');
  expect(await screen.findByText('Otra pantalla')).toBeVisible();
  return {
    showToast,
    saved,
    undo: () => undo.run(),
    refuseChanges: () => {
      isRefused = true;
    },
  };
}

it('undone after the screen was left, the threshold is there again, without a word', async () => {
  const { undo, saved, showToast } = await deleteAndLeave();
  undo();
  await waitFor(() =>
    expect(saved.map(({ umbrales }) => Object.keys(umbrales))).toEqual([[], ['t1']]),
  );
  expect(showToast).not.toHaveBeenCalled();
});

it('an undo that fails after the screen was left says so, and why', async () => {
  const { undo, refuseChanges, showToast } = await deleteAndLeave();
  refuseChanges();
  undo();
  await waitFor(() =>
    expect(showToast).toHaveBeenCalledExactlyOnceWith(
      'No se ha podido deshacer. Ahora no.',
      'error',
    ),
  );
});
