/** What an alert offers for its threshold. */

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Umbral } from '#contract/threshold.ts';
import { alertDetailsCopy, alertsCopy } from '#src/copy/alerts.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import {
  errorResponse,
  mockBackend,
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
  await press(alertDetailsCopy.edit);
  const dialog = await screen.findByRole('dialog', { name: alertDetailsCopy.edit });
  expect(await within(dialog).findByText('Vuelve en un momento.')).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('pauses and snoozes one that watches', async () => {
  const backend = show(umbralSample());
  await press(alertDetailsCopy.pause);
  await waitFor(() => expect(backend.settings.configuracion.umbrales.uno?.pausa).toBe('usuario'));
  await press(/^Silenciar/);
  await waitFor(() =>
    expect(backend.settings.configuracion.umbrales.uno?.silenciadoHasta).not.toBeNull(),
  );
});

const offered = () => screen.queryAllByRole('button').map(plainText);

it.each<[string, Partial<Umbral> | null, string[], string]>([
  ['watches', {}, ['Silenciar 24 h', alertDetailsCopy.pause, alertDetailsCopy.edit], ''],
  [
    'is silent',
    { silenciadoHasta: future },
    [alertDetailsCopy.unsnooze, alertDetailsCopy.pause, alertDetailsCopy.edit],
    'En silencio hasta el jueves 3 de diciembre a las 18:30.',
  ],
  [
    'was silent',
    { silenciadoHasta: '2026-01-01T00:00:00.000Z' },
    ['Silenciar 24 h', alertDetailsCopy.pause, alertDetailsCopy.edit],
    '',
  ],
  [
    'is paused',
    { pausa: 'usuario', silenciadoHasta: future },
    [alertDetailsCopy.resume, alertDetailsCopy.edit],
    alertDetailsCopy.paused,
  ],
  [
    'the plan has paused',
    { pausa: 'plan' },
    [alertDetailsCopy.resume, alertDetailsCopy.edit],
    alertDetailsCopy.paused,
  ],
  ['the kick-off has closed', { pausa: 'inicio' }, [], alertDetailsCopy.closed],
  ['has expired', { pausa: 'caducado' }, [], alertDetailsCopy.expired],
  ['is deleted', null, [], alertDetailsCopy.gone],
])('offers and says what goes with one that %s', (_which, part, buttons, words) => {
  show(part === null ? undefined : umbralSample(part));
  expect([offered(), plainText(screen.getByRole('status'))]).toEqual([buttons, words]);
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
  await press(alertDetailsCopy.resume);
  expect(await screen.findByRole('alert')).toBeVisible();
  const found = screen.queryAllByRole('link', { name: alertsCopy.seePlans });
  expect(found.map((link) => link.getAttribute('href'))).toEqual(
    Array.from({ length: links }, () => '/dashboard/plan'),
  );
});
