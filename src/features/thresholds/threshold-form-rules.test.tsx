/** The threshold form: its conditions and targets, what it says of them, its limits, and another tab's change. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Umbral } from '#contract/threshold.ts';
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
const save = () => press('Guardar umbral');
const quick = () => screen.queryByRole('group', { name: 'Líneas rápidas' });
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
  await choose('Condición', 'change');
  expect(screen.getByLabelText('Porcentaje')).toHaveValue('5');
  expect(unit()).toBe('%');
  expect(screen.getByText('Sube o baja, desde el último aviso.')).toBeVisible();
  expect(quick()).toBeNull();
  expect(screen.getByText(/cuando el precio se aleja este margen de tu línea/)).toBeInTheDocument();
  await choose('Condición', 'low');
  expect(screen.getByLabelText('Días')).toHaveValue('7');
  expect(unit()).toBe('días');
  await userEvent.clear(screen.getByLabelText('Días'));
  await userEvent.type(screen.getByLabelText('Días'), '30');
  await choose('Condición', 'above');
  expect(screen.getByLabelText('Precio')).toHaveValue('210');
  await choose('Condición', 'low');
  expect(screen.getByLabelText('Días')).toHaveValue('7');
  await save();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(stored(backend)).toMatchObject({ condicion: 'minimo', valor: 7 });
});

it('the cheapest of several has the lowest of their prices, no quick prices, and a hint of its own', async () => {
  const { backend, onDone } = show();
  await whenLoaded();
  await choose('Coleccionable', 'category:Palco');
  expect(screen.getByLabelText('Precio')).toHaveValue('380');
  expect(quick()).toBeNull();
  expect(screen.getByText('El precio mínimo de lo que está en venta.')).toBeVisible();
  await choose('Coleccionable', 'match');
  expect(screen.getByLabelText('Precio')).toHaveValue('190');
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
  expect(screen.getByLabelText('Precio')).not.toHaveAttribute('aria-invalid');
  expect(screen.getByLabelText('Precio')).not.toHaveFocus();
});

it('a small plan has prices of one collectible alone, and what is chosen already', async () => {
  show({}, { plan: 'basico' });
  await whenLoaded(5);
  const disabled = (field: string) =>
    [...(screen.getByLabelText(field) as HTMLSelectElement).options]
      .filter((option) => option.disabled)
      .map(({ value }) => value);
  expect(disabled('Condición')).toEqual(['change', 'low']);
  expect(disabled('Coleccionable')).toEqual(['category:Palco', 'match']);
  expect(screen.getByText(/^Tu plan Básico avisa/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ver planes' })).toHaveAttribute(
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
  expect([chosen('Condición')?.value, chosen('Condición')?.disabled]).toEqual(['low', false]);
  expect([chosen('Coleccionable')?.value, chosen('Coleccionable')?.disabled]).toEqual([
    'category:Palco',
    false,
  ]);
  expect(screen.getByLabelText('Días')).toHaveValue('9');
  // It takes no place of its own.
  expect(screen.queryByText(/^.*Usas \d/)).toBeNull();
});

it('a plan of everything has nothing to be said of it', async () => {
  show();
  await whenLoaded();
  expect(screen.queryByText(/^Tu plan Básico/)).toBeNull();
  expect(
    [...(screen.getByLabelText('Condición') as HTMLSelectElement).options].some(
      (option) => option.disabled,
    ),
  ).toBe(false);
});

it('at the limit it says so before anything is typed, and saves none', async () => {
  const umbrales = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((id) => [id, umbralSample()]));
  show({}, { plan: 'basico', umbrales });
  expect(await screen.findByText(/^Ya tienes los 5 umbrales del plan Básico\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Guardar umbral' })).toBeDisabled();
  expect(screen.queryByText(/Usas 5/)).toBeNull();
});

it('one below the limit there is room, and at it one of them can be edited', async () => {
  const four = Object.fromEntries(['a', 'b', 'c', 'd'].map((id) => [id, umbralSample()]));
  show({}, { plan: 'basico', umbrales: four });
  expect(await screen.findByText(/Usas 4 de 5 umbrales\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Guardar umbral' })).toBeEnabled();
});

it('sends a test mail, or says why not', async () => {
  const { showToast } = show();
  await press('Enviar correo de prueba');
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
  await press('Enviar correo de prueba');
  await waitFor(() => expect(showToast).toHaveBeenLastCalledWith('Espera un poco.', 'error'));
});

it('beside a summary it has no test mail, and tells it the last valid rule', async () => {
  show({ summary: (umbral) => <output>{umbral === null ? 'nada' : umbral.valor}</output> });
  const summary = () => document.querySelector('output')?.textContent;
  await whenLoaded();
  expect(summary()).toBe('19000');
  await userEvent.clear(screen.getByLabelText('Precio'));
  expect(summary()).toBe('19000');
  await userEvent.type(screen.getByLabelText('Precio'), '15');
  expect(summary()).toBe('1500');
  expect(screen.queryByRole('button', { name: 'Enviar correo de prueba' })).toBeNull();
});

it('a price that was never valid has no rule yet', async () => {
  const none = [collectibleSample({ floorCents: null })];
  show({ collectibles: none, summary: (umbral) => <output>{umbral?.valor ?? 'nada'}</output> });
  await whenLoaded();
  expect(document.querySelector('output')).toHaveTextContent('nada');
  expect(quick()).toBeNull();
  await userEvent.type(screen.getByLabelText('Precio'), '15');
  expect(document.querySelector('output')).toHaveTextContent('1500');
});

it('proposes a price that was pressed, on the collectible it was pressed of', async () => {
  const { onCancel } = show({ collectibleId: 'c2', priceCents: 45_050, cancelLabel: 'Más tarde' });
  await whenLoaded();
  expect(screen.getByLabelText('Precio')).toHaveValue('450,50');
  expect(screen.getByLabelText('Precio')).not.toHaveFocus();
  expect(screen.getByLabelText('Coleccionable')).toHaveValue('collectible:c2');
  await press('Más tarde');
  expect(onCancel).toHaveBeenCalledOnce();
});

it('offers a price that is true already where an alert is to be tried', async () => {
  show({ offersTrial: true });
  await whenLoaded();
  await userEvent.click(screen.getByRole('button', { name: /^Ya se cumple: pruébalo/ }));
  expect(screen.getByLabelText('Precio')).toHaveValue('206');
});

it.each([
  ['the start of the match', 'inicio', null],
  ['its owner', 'usuario', 'usuario'],
  ['nobody', null, null],
] as const)('saved again, what was paused by %s is paused: %s', async (_who, pausa, after) => {
  const umbral = umbralSample({ valor: 18_000, pausa });
  const { backend, onDone } = show({ editing: { id: 'u1', umbral } }, { umbrales: { u1: umbral } });
  await userEvent.clear(await screen.findByLabelText('Precio'));
  await userEvent.type(screen.getByLabelText('Precio'), '170');
  await save();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(stored(backend)).toMatchObject({ valor: 17_000, pausa: after });
});

it('after another tab’s change it shows both, takes the other’s or saves its own over it', async () => {
  const umbral = umbralSample({ valor: 18_000 });
  const { backend, onDone } = show({ editing: { id: 'u1', umbral } }, { umbrales: { u1: umbral } });
  const write = async (text: string) => {
    await userEvent.clear(await screen.findByLabelText('Precio'));
    await userEvent.type(screen.getByLabelText('Precio'), text);
  };
  await write('170');
  backend.settings = settingsSample({ u1: umbralSample({ valor: 16_000 }) });
  await save();
  expect(plainText(await screen.findByRole('alert'))).toContain('ahora es «baja de 160 €»');
  expect(onDone).not.toHaveBeenCalled();
  await press(/^Usar «baja de 160.€»$/);
  expect(screen.getByLabelText('Precio')).toHaveValue('160');
  await write('150');
  await save();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(stored(backend)).toMatchObject({ valor: 15_000 });
});

it('what another tab deleted meanwhile can be saved as a new one', async () => {
  const umbral = umbralSample({ valor: 18_000 });
  const { backend, onDone } = show({ editing: { id: 'u1', umbral } }, { umbrales: { u1: umbral } });
  await userEvent.clear(await screen.findByLabelText('Precio'));
  await userEvent.type(screen.getByLabelText('Precio'), '170');
  backend.settings = settingsSample({});
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent(/Otra pestaña borró este umbral/);
  expect(screen.queryByRole('button', { name: /^Usar «/ })).toBeNull();
  await save();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(backend.sent.at(-1)).toBe('create u1');
});

it('a threshold that cannot be deleted stays, and its form with it', async () => {
  const umbral = umbralSample({ valor: 18_000 });
  const { onDone } = show({ editing: { id: 'u1', umbral } }, { umbrales: { u1: umbral } });
  server.use(
    http.delete('https://vigia.example/api/users/thresholds/:id', () =>
      errorResponse(503, 'unavailable', 'Ahora no.'),
    ),
  );
  await press('Borrar umbral');
  await press('Borrar el umbral');
  expect(await screen.findByRole('alert')).toHaveTextContent('Ahora no.');
  expect(onDone).not.toHaveBeenCalled();
});

it('with mail alone there is no channel to choose; of several removed ones all are chosen', async () => {
  const umbral = umbralSample({ canales: ['gone', 'away'] });
  server.use(
    http.get('https://vigia.example/api/users/channels', () =>
      HttpResponse.json({
        items: ['correo', 'casa'].map((id) => ({ id, tipo: 'ntfy', nombre: id, estado: 'activo' })),
        tipos: [],
        clavePush: null,
        maximo: 20,
      }),
    ),
  );
  show({ editing: { id: 'u1', umbral } }, { umbrales: { u1: umbral } });
  const boxes = await screen.findAllByRole('checkbox');
  expect(boxes.map((box) => [(box as HTMLInputElement).checked, box.matches(':disabled')])).toEqual(
    [
      [true, false],
      [true, false],
    ],
  );
  expect(screen.queryByText(/en pausa|detenido/)).toBeNull();
});

it('asks for no channel while there is mail alone', async () => {
  show();
  await whenLoaded();
  expect(screen.queryByRole('group', { name: 'Avisar por' })).toBeNull();
});
