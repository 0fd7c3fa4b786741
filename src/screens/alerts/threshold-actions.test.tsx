/** What an alert offers for its threshold. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Umbral } from '#contract/threshold.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import {
  errorResponse,
  mockBackend,
  noButton,
  plainText,
  press,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { ThresholdActions } from './threshold-actions.tsx';

setupScreenTests();

const future = new Date(2099, 11, 3, 18, 30).toISOString();

function show(umbral: Umbral | undefined, isKnown = true) {
  mockBackend({});
  const backend = mockSettingsBackend(settingsSample(umbral === undefined ? {} : { uno: umbral }));
  renderScreen(
    <ThresholdActions alert={alertSample()} {...{ umbral, isKnown }}>
      {null}
    </ThresholdActions>,
    '/dashboard/alertas',
  );
  return backend;
}

it('opens the threshold to be changed, and not before it is asked to', async () => {
  server.use(
    http.get('https://vigia.example/api/monitoring/match', () =>
      errorResponse(503, 'unavailable', 'Vuelve en un momento.'),
    ),
  );
  show(umbralSample());
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('Editar umbral');
  const dialog = await screen.findByRole('dialog', { name: 'Editar umbral' });
  expect(await within(dialog).findByText('Vuelve en un momento.')).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('pauses and snoozes one that watches', async () => {
  const backend = show(umbralSample());
  await press('Pausar umbral');
  await waitFor(() => expect(backend.settings.configuracion.umbrales.uno?.pausa).toBe('usuario'));
  await press(/^Silenciar/);
  await waitFor(() =>
    expect(backend.settings.configuracion.umbrales.uno?.silenciadoHasta).not.toBeNull(),
  );
});

it('says why a change was refused', async () => {
  show(umbralSample());
  server.use(
    http.patch('https://vigia.example/api/users/thresholds/:id', () =>
      errorResponse(503, 'unavailable', 'Ahora no.'),
    ),
  );
  await press('Pausar umbral');
  expect(await screen.findByText('Ahora no.')).toBeVisible();
});

it.each([
  ['is closed', umbralSample({ pausa: 'inicio' })],
  ['is deleted', undefined],
])('offers nothing for one that %s', (_what, umbral) => {
  show(umbral);
  for (const name of [/umbral$/, /^Silenciar/]) noButton(name);
  expect(screen.getByRole('status')).not.toBeEmptyDOMElement();
});

const offered = () => screen.queryAllByRole('button').map(plainText);

it.each<[string, Partial<Umbral> | null, string[], string]>([
  ['watches', {}, ['Silenciar 24 h', 'Pausar umbral', 'Editar umbral'], ''],
  [
    'is silent',
    { silenciadoHasta: future },
    ['Quitar el silencio', 'Pausar umbral', 'Editar umbral'],
    'En silencio hasta el jueves 3 de diciembre a las 18:30.',
  ],
  [
    'was silent',
    { silenciadoHasta: '2026-01-01T00:00:00.000Z' },
    ['Silenciar 24 h', 'Pausar umbral', 'Editar umbral'],
    '',
  ],
  [
    'is paused',
    { pausa: 'usuario', silenciadoHasta: future },
    ['Reanudar umbral', 'Editar umbral'],
    'Este umbral está en pausa.',
  ],
  [
    'the plan has paused',
    { pausa: 'plan' },
    ['Reanudar umbral', 'Editar umbral'],
    'Este umbral está en pausa.',
  ],
  [
    'the kick-off has closed',
    { pausa: 'inicio' },
    [],
    'El partido ya ha empezado: el umbral está cerrado.',
  ],
  [
    'has expired',
    { pausa: 'caducado' },
    [],
    'El umbral ha caducado. En Umbrales puedes darle otra fecha.',
  ],
  ['is deleted', null, [], 'Ese umbral ya no existe.'],
])('offers and says what goes with one that %s', (_which, part, buttons, words) => {
  show(part === null ? undefined : umbralSample(part));
  expect([offered(), plainText(screen.getByRole('status'))]).toEqual([buttons, words]);
});

it('does not call one deleted before the settings are known', () => {
  show(undefined, false);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

it('resumes one that is paused', async () => {
  const backend = show(umbralSample({ pausa: 'usuario' }));
  await press('Reanudar umbral');
  await waitFor(() => expect(backend.sent).toEqual(['update uno']));
  expect(backend.settings.configuracion.umbrales.uno?.pausa).toBeNull();
});

it('ends a silence', async () => {
  const backend = show(umbralSample({ silenciadoHasta: future }));
  const until = () => backend.settings.configuracion.umbrales.uno?.silenciadoHasta;
  await press('Quitar el silencio');
  await waitFor(() => expect(until()).toBeNull());
});

it('begins a silence of a day', async () => {
  const backend = show(umbralSample());
  await press(/^Silenciar/);
  await waitFor(() => expect(backend.sent).toEqual(['update uno']));
  const until = backend.settings.configuracion.umbrales.uno?.silenciadoHasta ?? '';
  expect(Math.round((Date.parse(until) - Date.now()) / 3_600_000)).toBe(24);
});

it.each([
  ['plan_limit', 1],
  ['unavailable', 0],
])('leads to the plans where these are why a change was refused: %s', async (code, links) => {
  show(umbralSample({ pausa: 'usuario' }));
  server.use(
    http.patch('https://vigia.example/api/users/thresholds/:id', () =>
      HttpResponse.json({ error: 'No cabe.', code, requestId: 'r' }, { status: 403 }),
    ),
  );
  expect(screen.queryByRole('alert')).toBeNull();
  await press('Reanudar umbral');
  expect(await screen.findByRole('alert')).toBeVisible();
  const found = screen.queryAllByRole('link', { name: 'Ver planes' });
  expect(found.map((link) => link.getAttribute('href'))).toEqual(
    Array.from({ length: links }, () => '/dashboard/plan'),
  );
});
