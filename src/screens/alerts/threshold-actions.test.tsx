/** What an alert offers for its threshold. */
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import type { Umbral } from '#contract/threshold.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import {
  errorResponse,
  mockBackend,
  noButton,
  press,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { ThresholdActions } from './threshold-actions.tsx';

setupScreenTests();

function show(umbral: Umbral | undefined) {
  mockBackend({});
  const backend = mockSettingsBackend(settingsSample(umbral === undefined ? {} : { uno: umbral }));
  renderScreen(
    <ThresholdActions alert={alertSample()} umbral={umbral} isKnown>
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
