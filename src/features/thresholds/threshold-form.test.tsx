/** The threshold form: its limit while it saves, a silence it must keep, and a double click on its delete button. */

import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Umbral } from '#contract/threshold.ts';
import {
  draftErrors,
  previewCopy,
  thresholdFormCopy,
  valueLabels,
} from '#src/copy/threshold-form-texts.ts';
import type { Collectible } from '#store/api/api-types.ts';
import {
  mockBackend,
  profile,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend } from '#tests/support/settings-backend.ts';
import { collectibleSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { DeleteThresholdButton } from './delete-threshold-button.tsx';
import { ThresholdForm } from './threshold-form.tsx';

setupScreenTests();

const collectible = collectibleSample({ floorCents: 1_000, listings: 1 });
const second = { ...collectible, id: 'c2', name: 'Categoría 2', category: '2', floorCents: 20_000 };
const umbral = (part: Partial<Umbral> = {}) => umbralSample({ valor: 500, ...part });
const preview = {
  firings: 0,
  days: 30,
  mails: 0,
  last: [],
  currentCents: 1_000,
  alreadyTrue: false,
};
/** Settles when a test lets the server answer. */
let answer = Promise.withResolvers<void>();
let isSent = false;
let backend: ReturnType<typeof mockSettingsBackend>;

function showForm(
  umbrales: Record<string, Umbral>,
  editing?: { id: string; umbral: Umbral },
  offered: { collectibles: Collectible[]; collectibleId?: string } = {
    collectibles: [collectible, second],
    collectibleId: 'c1',
  },
) {
  const configuracion = { partidos: [], umbrales, frecuencia: 60 };
  mockBackend({
    'GET users/profile': [{ ...profile(), plan: 'basico', configuracion }],
    'GET monitoring/match': [{ match: {}, collectibles: [collectible, second], history: null }],
    'GET monitoring/history': [
      { collectibleId: 'c1', range: '30d', points: [], gaps: [], limitedToDays: null },
    ],
  });
  backend = mockSettingsBackend({ configuracion, version: 1, estados: {} });
  server.use(
    http.post('https://vigia.example/api/users/thresholds', async () => {
      isSent = true;
      await answer.promise;
    }),
  );
  const onDone = vi.fn();
  renderScreen(
    <ThresholdForm
      matchId="m1"
      {...offered}
      currency="EUR"
      editing={editing}
      onDone={onDone}
      onCancel={() => {}}
    />,
    '/dashboard',
  );
  return onDone;
}

beforeEach(() => {
  answer = Promise.withResolvers<void>();
  isSent = false;
  // A test may end before its last backtest is answered.
  server.use(
    http.post('https://vigia.example/api/monitoring/preview', () => HttpResponse.json(preview)),
  );
});

it('does not call the limit reached while the last threshold allowed is being saved', async () => {
  const four = Object.fromEntries(['a', 'b', 'c', 'd'].map((id) => [id, umbral()]));
  const onDone = showForm(four);
  await screen.findByText(/Usas 4 de 5 umbrales\./);
  await userEvent.click(screen.getByRole('button', { name: thresholdFormCopy.save }));
  await waitFor(() => expect(isSent).toBe(true));
  expect(screen.queryByText(/Ya tienes los 5 umbrales/)).toBeNull();
  answer.resolve();
  await waitFor(() => expect(onDone).toHaveBeenCalled());
});

it('suggests a price anew for another collectible or condition, until one is typed', async () => {
  showForm({});
  const price = await screen.findByLabelText(valueLabels.below);
  expect(price).toHaveValue('10');
  await userEvent.selectOptions(screen.getByLabelText(thresholdFormCopy.target), 'collectible:c2');
  expect(price).toHaveValue('190');
  await userEvent.selectOptions(screen.getByLabelText(thresholdFormCopy.condition), 'above');
  expect(price).toHaveValue('210');
  await userEvent.clear(price);
  await userEvent.type(price, '150');
  await userEvent.selectOptions(screen.getByLabelText(thresholdFormCopy.target), 'collectible:c1');
  await userEvent.selectOptions(screen.getByLabelText(thresholdFormCopy.condition), 'below');
  expect(price).toHaveValue('150');
  expect(await screen.findByText(/150 € está muy por encima del precio actual/)).toBeVisible();
});

it('keeps its preview while the price is empty, and says so in the field when it is left', async () => {
  showForm({});
  const price = await screen.findByLabelText(valueLabels.below);
  await screen.findByText('No habría saltado en 30 días');
  await userEvent.clear(price);
  expect(screen.getByText(previewCopy.unfinished)).toBeVisible();
  expect(price).not.toHaveAttribute('aria-invalid');
  await userEvent.click(screen.getByRole('button', { name: thresholdFormCopy.save }));
  expect(screen.getByRole('alert')).toHaveTextContent('Escribe solo números');
  expect(price).toHaveFocus();
  expect(price).toHaveAccessibleDescription(/Escribe solo números/);
  await userEvent.click(screen.getByRole('button', { name: /−10\s%/ }));
  expect(price).toHaveValue('9');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('keeps the silence of a threshold that is edited', async () => {
  const silenciadoHasta = '2099-01-01T00:00:00.000Z';
  const silent = umbral({ silenciadoHasta });
  const onDone = showForm({ u1: silent }, { id: 'u1', umbral: silent });
  const price = await screen.findByLabelText(valueLabels.below);
  await userEvent.clear(price);
  await userEvent.type(price, '6');
  answer.resolve();
  await userEvent.click(screen.getByRole('button', { name: thresholdFormCopy.save }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(backend.settings.configuracion.umbrales.u1).toMatchObject({ valor: 600, silenciadoHasta });
});

it('chooses channels, the last of which stays, and all of which are no choice', async () => {
  const channel = (id: string, estado = 'activo') => ({ id, tipo: 'ntfy', nombre: id, estado });
  server.use(
    http.get('https://vigia.example/api/users/channels', () =>
      HttpResponse.json({
        items: [channel('correo'), channel('casa'), channel('tele', 'pausado')],
        tipos: [],
        clavePush: null,
        maximo: 20,
      }),
    ),
  );
  // One of those chosen has been removed.
  const chosen = umbral({ canales: ['casa', 'removed'] });
  const onDone = showForm({ u1: chosen }, { id: 'u1', umbral: chosen });
  const box = (name: string | RegExp) => screen.findByRole('checkbox', { name });
  expect(await box('casa')).toBeDisabled();
  expect(await box(/^tele/)).not.toBeChecked();
  await userEvent.click(await box('correo'));
  await userEvent.click(await box('casa'));
  expect(await box('correo')).toBeDisabled();
  answer.resolve();
  await userEvent.click(screen.getByRole('button', { name: thresholdFormCopy.save }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(backend.settings.configuracion.umbrales.u1?.canales).toEqual(['correo']);
  for (const name of ['casa', /^tele/]) await userEvent.click(await box(name));
  await userEvent.click(screen.getByRole('button', { name: thresholdFormCopy.save }));
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(2));
  expect(backend.settings.configuracion.umbrales.u1).not.toHaveProperty('canales');
});

it('writes a note and the last day, folded away until there is one', async () => {
  const stored = umbral();
  const onDone = showForm({ u1: stored }, { id: 'u1', umbral: stored });
  answer.resolve();
  const note = await screen.findByLabelText(thresholdFormCopy.note);
  const until = screen.getByLabelText(thresholdFormCopy.expiry);
  expect(note).not.toBeVisible();
  await userEvent.click(screen.getByText(thresholdFormCopy.details));
  await userEvent.type(note, ' Para Lucía ');
  fireEvent.change(until, { target: { value: '2020-01-01' } });
  await userEvent.click(screen.getByRole('button', { name: thresholdFormCopy.save }));
  expect(until).toHaveAccessibleDescription(draftErrors.expiry);
  expect(onDone).not.toHaveBeenCalled();
  fireEvent.change(until, { target: { value: '2099-12-03' } });
  await userEvent.click(screen.getByRole('button', { name: thresholdFormCopy.save }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(backend.settings.configuracion.umbrales.u1).toMatchObject({
    nota: 'Para Lucía',
    caducaEn: new Date(2099, 11, 3, 23, 59, 59, 999).toISOString(),
  });
});

it('does not take a double click on delete for its confirmation, which it announces', async () => {
  const onRemove = vi.fn();
  render(<DeleteThresholdButton onRemove={onRemove} />);
  await userEvent.dblClick(screen.getByRole('button', { name: thresholdFormCopy.remove }));
  expect(onRemove).not.toHaveBeenCalled();
  expect(screen.getByRole('status')).toHaveTextContent(thresholdFormCopy.removeHint);
  act(() => screen.getByRole('button').focus());
  await userEvent.keyboard('{Enter}');
  expect(onRemove).toHaveBeenCalledOnce();
});
