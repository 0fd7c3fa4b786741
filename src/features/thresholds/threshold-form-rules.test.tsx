/** The threshold form: its conditions and targets, what it says of them, its limits, and another tab's change. */

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Umbral } from '#contract/threshold.ts';
import { matchCopy } from '#src/copy/match.ts';
import { thresholdFormCopy, valueLabels } from '#src/copy/threshold-form-texts.ts';
import {
  errorResponse,
  mockBackend,
  plainText,
  press,
  profile,
  renderScreen,
  server,
  setupScreenTests,
  stubLayout,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { collectibleSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { ThresholdForm, type ThresholdFormProps } from './threshold-form.tsx';

setupScreenTests();
beforeAll(stubLayout);

const collectibles = [
  collectibleSample(),
  collectibleSample({ id: 'c2', name: 'Norte', category: 'Palco', floorCents: 50_000 }),
  collectibleSample({ id: 'c3', name: 'Sur', category: 'Palco', floorCents: 40_000 }),
];

function show(
  part: Partial<ThresholdFormProps> = {},
  { plan = 'premium', umbrales = {} as Record<string, Umbral> } = {},
) {
  const requests = mockBackend({
    'GET users/profile': [{ ...profile(), plan }],
    'GET monitoring/history': [
      { collectibleId: 'c1', range: '30d', points: [], gaps: [], limitedToDays: null },
    ],
    'POST monitoring/preview': [
      { firings: 0, days: 30, mails: 0, last: [], currentCents: 20_000, alreadyTrue: false },
    ],
    'POST users/test-mail': [{ queued: true, to: 'ana@correo.example' }],
  });
  const backend = mockSettingsBackend(settingsSample(umbrales));
  const [onDone, onCancel] = [vi.fn(), vi.fn()];
  const { showToast } = renderScreen(
    <ThresholdForm
      matchId="m1"
      collectibles={collectibles}
      currency="EUR"
      onDone={onDone}
      onCancel={onCancel}
      {...part}
    />,
    '/dashboard',
  );
  return { backend, onCancel, onDone, requests, showToast };
}
const choose = async (field: string, option: string) =>
  userEvent.selectOptions(await screen.findByLabelText(field), option);
const save = () => press(thresholdFormCopy.save);
const quick = () => screen.queryByRole('group', { name: thresholdFormCopy.quick });
const stored = ({ settings }: ReturnType<typeof mockSettingsBackend>) =>
  Object.values(settings.configuracion.umbrales)[0];
/** Once the profile has come, without which the plan is the smallest. */
const whenLoaded = (limit = 100) => screen.findByText(new RegExp(`Usas \\d de ${limit} umbrales`));

it('a condition has its own value, unit and hint, and a price that was typed stays one', async () => {
  const { backend, onDone } = show();
  await whenLoaded();
  const unit = () => document.querySelector('form i')?.textContent;
  expect(unit()).toBe('€');
  expect(screen.getByText(/^También puedes arrastrar la línea/)).toBeVisible();
  expect(quick()).toBeVisible();
  await choose(thresholdFormCopy.condition, 'change');
  expect(screen.getByLabelText(valueLabels.change)).toHaveValue('5');
  expect(unit()).toBe('%');
  expect(screen.getByText(thresholdFormCopy.hints.change)).toBeVisible();
  expect(quick()).toBeNull();
  expect(screen.getByText(/cuando el precio se aleja este margen de tu línea/)).toBeInTheDocument();
  await choose(thresholdFormCopy.condition, 'low');
  expect(screen.getByLabelText(valueLabels.low)).toHaveValue('7');
  expect(unit()).toBe('días');
  await userEvent.clear(screen.getByLabelText(valueLabels.low));
  await userEvent.type(screen.getByLabelText(valueLabels.low), '30');
  await choose(thresholdFormCopy.condition, 'above');
  expect(screen.getByLabelText(valueLabels.below)).toHaveValue('210');
  await choose(thresholdFormCopy.condition, 'low');
  expect(screen.getByLabelText(valueLabels.low)).toHaveValue('7');
  await save();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(stored(backend)).toMatchObject({ condicion: 'minimo', valor: 7 });
});

it('the cheapest of several has the lowest of their prices, no quick prices, and a hint of its own', async () => {
  const { backend, onDone } = show();
  await whenLoaded();
  await choose(thresholdFormCopy.target, 'category:Palco');
  expect(screen.getByLabelText(valueLabels.below)).toHaveValue('380');
  expect(quick()).toBeNull();
  expect(screen.getByText(thresholdFormCopy.hints.below)).toBeVisible();
  await choose(thresholdFormCopy.target, 'match');
  expect(screen.getByLabelText(valueLabels.below)).toHaveValue('190');
  await save();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(stored(backend)?.objetivo).toEqual({ tipo: 'partido', id: 'm1' });
});

it('says at which price it can fire again, as long as the form is right', async () => {
  show();
  await whenLoaded();
  await userEvent.click(screen.getByText(/^Margen para volver a avisar:/));
  expect(screen.getByText(/se rearma cuando el precio vuelve a 195,70/)).toBeVisible();
  const band = screen.getByRole('textbox', { name: /^Margen/ });
  await userEvent.clear(band);
  await userEvent.type(band, '10');
  expect(screen.getByText(/vuelve a 209/)).toBeVisible();
  expect(screen.getByText(/^Margen.*: 10 %$/)).toBeVisible();
  await userEvent.type(band, '0');
  expect(screen.queryByText(/vuelve a/)).toBeNull();
  await save();
  expect(screen.getByRole('alert')).toHaveTextContent('Escribe un margen entre 0 y 50');
  // The sentence is right: its price is not marked, nor focused.
  expect(screen.getByLabelText(valueLabels.below)).not.toHaveAttribute('aria-invalid');
  expect(screen.getByLabelText(valueLabels.below)).not.toHaveFocus();
});

it('a small plan has prices of one collectible alone, and what is chosen already', async () => {
  show({}, { plan: 'basico' });
  await whenLoaded(5);
  const disabled = (field: string) =>
    [...(screen.getByLabelText(field) as HTMLSelectElement).options]
      .filter((option) => option.disabled)
      .map(({ value }) => value);
  expect(disabled(thresholdFormCopy.condition)).toEqual(['change', 'low']);
  expect(disabled(thresholdFormCopy.target)).toEqual(['category:Palco', 'match']);
  expect(screen.getByText(/^Tu plan Básico avisa/)).toBeVisible();
  expect(screen.getByRole('link', { name: matchCopy.seePlans })).toHaveAttribute(
    'href',
    '/dashboard/plan',
  );
});

it('a rule of a larger plan before can be kept and edited', async () => {
  const umbral = umbralSample({
    objetivo: { tipo: 'partido', id: 'm1', categoria: 'Palco' },
    condicion: 'minimo',
    valor: 9,
  });
  show({ editing: { id: 'u1', umbral } }, { plan: 'basico', umbrales: { u1: umbral } });
  await screen.findByText(/^Tu plan Básico avisa/);
  const chosen = (field: string) =>
    (screen.getByLabelText(field) as HTMLSelectElement).selectedOptions[0];
  expect([
    chosen(thresholdFormCopy.condition)?.value,
    chosen(thresholdFormCopy.condition)?.disabled,
  ]).toEqual(['low', false]);
  expect([
    chosen(thresholdFormCopy.target)?.value,
    chosen(thresholdFormCopy.target)?.disabled,
  ]).toEqual(['category:Palco', false]);
  expect(screen.getByLabelText(valueLabels.low)).toHaveValue('9');
  // It takes no place of its own.
  expect(screen.queryByText(/^.*Usas \d/)).toBeNull();
});

it('at the limit it says so before anything is typed, and saves none', async () => {
  const umbrales = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((id) => [id, umbralSample()]));
  show({}, { plan: 'basico', umbrales });
  expect(await screen.findByText(/^Ya tienes los 5 umbrales del plan Básico\./)).toBeVisible();
  expect(screen.getByRole('button', { name: thresholdFormCopy.save })).toBeDisabled();
  expect(screen.queryByText(/Usas 5/)).toBeNull();
});

it('sends a test mail, or says why not', async () => {
  const { showToast } = show();
  await press(thresholdFormCopy.test);
  await waitFor(() =>
    expect(showToast).toHaveBeenLastCalledWith(
      'Correo de prueba enviado a ana@correo.example.',
      'success',
    ),
  );
  server.use(
    http.post('https://vigia.example/api/users/test-mail', () =>
      errorResponse(429, 'rate_limited', 'Espera un poco.'),
    ),
  );
  await press(thresholdFormCopy.test);
  await waitFor(() => expect(showToast).toHaveBeenLastCalledWith('Espera un poco.', 'error'));
});

it('proposes a price that was pressed, on the collectible it was pressed of', async () => {
  const { onCancel } = show({ collectibleId: 'c2', priceCents: 45_050, cancelLabel: 'Más tarde' });
  await whenLoaded();
  expect(screen.getByLabelText(valueLabels.below)).toHaveValue('450,50');
  expect(screen.getByLabelText(valueLabels.below)).not.toHaveFocus();
  expect(screen.getByLabelText(thresholdFormCopy.target)).toHaveValue('collectible:c2');
  await press('Más tarde');
  expect(onCancel).toHaveBeenCalledOnce();
});

it.each([
  ['the start of the match', 'inicio', null],
  ['its owner', 'usuario', 'usuario'],
  ['nobody', null, null],
] as const)('saved again, what was paused by %s is paused: %s', async (_who, pausa, after) => {
  const umbral = umbralSample({ valor: 18_000, pausa });
  const { backend, onDone } = show({ editing: { id: 'u1', umbral } }, { umbrales: { u1: umbral } });
  await userEvent.clear(await screen.findByLabelText(valueLabels.below));
  await userEvent.type(screen.getByLabelText(valueLabels.below), '170');
  await save();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(stored(backend)).toMatchObject({ valor: 17_000, pausa: after });
});

it('after another tab’s change it shows both, takes the other’s or saves its own over it', async () => {
  const umbral = umbralSample({ valor: 18_000 });
  const { backend, onDone } = show({ editing: { id: 'u1', umbral } }, { umbrales: { u1: umbral } });
  const write = async (text: string) => {
    await userEvent.clear(await screen.findByLabelText(valueLabels.below));
    await userEvent.type(screen.getByLabelText(valueLabels.below), text);
  };
  await write('170');
  backend.settings = settingsSample({ u1: umbralSample({ valor: 16_000 }) });
  await save();
  expect(plainText(await screen.findByRole('alert'))).toContain('ahora es «baja de 160 €»');
  expect(onDone).not.toHaveBeenCalled();
  await press(/^Usar «baja de 160.€»$/);
  expect(screen.getByLabelText(valueLabels.below)).toHaveValue('160');
  await write('150');
  await save();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(stored(backend)).toMatchObject({ valor: 15_000 });
});

it('what another tab deleted meanwhile can be saved as a new one', async () => {
  const umbral = umbralSample({ valor: 18_000 });
  const { backend, onDone } = show({ editing: { id: 'u1', umbral } }, { umbrales: { u1: umbral } });
  await userEvent.clear(await screen.findByLabelText(valueLabels.below));
  await userEvent.type(screen.getByLabelText(valueLabels.below), '170');
  backend.settings = settingsSample({});
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent(/Otra pestaña borró este umbral/);
  expect(screen.queryByRole('button', { name: /^Usar «/ })).toBeNull();
  await save();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(backend.sent.at(-1)).toBe('create u1');
});

it('asks for no channel while there is mail alone', async () => {
  show();
  await whenLoaded();
  expect(screen.queryByRole('group', { name: thresholdFormCopy.channels })).toBeNull();
});
