/** The threshold list: what its rows say, one and many changed, undone, refused, and its empty and failed states. */

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, expect, it } from 'vitest';
import type { Umbral } from '#contract/threshold.ts';
import type { ThresholdItem, ThresholdsPage } from '#contract/thresholds.ts';
import { thresholdListCopy } from '#src/copy/threshold-list.ts';
import { templateCopy } from '#src/copy/threshold-template.ts';
import {
  errorResponse,
  mockBackend,
  noButton,
  press,
  profile,
  renderScreen,
  server,
  setupScreenTests,
  stubLayout,
} from '#tests/support/screen-harness.tsx';
import {
  mockSettingsBackend,
  settingsSample,
  thresholdItemSample,
} from '#tests/support/settings-backend.ts';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { ThresholdsScreen } from './thresholds-screen.tsx';

setupScreenTests();
beforeAll(stubLayout);

const path = '/dashboard/umbrales';
const listUrl = 'https://vigia.example/api/users/thresholds';
const three = {
  t1: umbralSample({ valor: 18_000 }),
  t2: umbralSample({ valor: 9_000 }),
  t3: umbralSample({ valor: 8_000, pausa: 'usuario' }),
};
const nameOf = (price: string) => `España – Uruguay, Categoría 1, baja de ${price}\u00A0€`;

function pageOf(items: readonly ThresholdItem[]): ThresholdsPage {
  const amount = (status: string) => items.filter(({ estado }) => estado.status === status).length;
  return {
    items: [...items],
    nextCursor: null,
    porEstado: {
      activando: 0,
      vigilando: amount('vigilando'),
      cruzado: 0,
      pausado: amount('pausado'),
      silenciado: 0,
      cerrado: 0,
    },
  };
}

function show(
  umbrales: Record<string, Umbral>,
  { address = path, part = {} }: { address?: string; part?: Partial<ThresholdItem> } = {},
) {
  mockBackend({ 'GET users/profile': [{ ...profile(), plan: 'elite' }] });
  const backend = mockSettingsBackend(settingsSample(umbrales));
  const queries: string[] = [];
  server.use(
    http.get('https://vigia.example/health', () =>
      HttpResponse.json({ checks: { market: { ok: true, lastReadingAgeSeconds: 5 } } }),
    ),
    http.get(listUrl, ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      queries.push(search);
      const stored = Object.entries(backend.settings.configuracion.umbrales);
      const items = stored.map(([id, umbral]) => {
        const moves = umbral.condicion === 'minimo' ? { distanciaBp: null } : {};
        return thresholdItemSample(id, umbral, { ...part, ...moves });
      });
      const status = searchParams.get('status');
      return HttpResponse.json(
        pageOf(items.filter(({ estado }) => status === null || estado.status === status)),
      );
    }),
  );
  return { backend, queries, ...renderScreen(<ThresholdsScreen />, address, { route: path }) };
}

const select = async (price: string) =>
  userEvent.click(await screen.findByRole('checkbox', { name: `Seleccionar ${nameOf(price)}` }));
const pauses = ({ settings }: ReturnType<typeof mockSettingsBackend>) =>
  Object.values(settings.configuracion.umbrales).map(({ pausa }) => pausa);

it('says of each its target, distance, status and last alert', async () => {
  show(
    { ...three, low: umbralSample({ condicion: 'minimo', valor: 7 }) },
    { part: { ultimaAlerta: '2026-01-02T10:00:00.000Z' } },
  );
  const grid = await screen.findByRole('grid', { name: thresholdListCopy.title });
  const rows = within(grid).getAllByRole('row').slice(1);
  const texts = rows.map(({ textContent }) => textContent?.replaceAll('\u00A0', ' '));
  expect(texts[0]).toContain('falta 10,0 % · baja de 180 €');
  expect(texts[2]).toContain('En pausa · baja de 80 €');
  expect(texts[3]).toContain('Vigilando · es el mínimo de 7 días');
  expect(
    within(grid).getAllByRole('link', { name: 'España – Uruguay, Categoría 1' })[0],
  ).toHaveAttribute('href', '/dashboard/partidos/m1?c=c1');
  expect(within(grid).getAllByRole('link', { name: /2 ene/ })[0]).toHaveAttribute(
    'href',
    '/dashboard/alertas?umbral=t1',
  );
  expect(screen.getByText('4 de 1.000 umbrales')).toBeVisible();
});

it('shows a note and until when, or since when one has expired, which cannot be resumed', async () => {
  const caducaEn = new Date(2099, 11, 3, 23, 59, 59, 999).toISOString();
  const past = new Date(2026, 0, 2, 18, 30).toISOString();
  const { backend, showToast } = show({
    t1: umbralSample({ valor: 18_000, nota: 'Para <Lucía>', caducaEn }),
    t2: umbralSample({ valor: 9_000, caducaEn: past, pausa: 'caducado' }),
  });
  const grid = await screen.findByRole('grid', { name: thresholdListCopy.title });
  const texts = within(grid)
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent?.replaceAll('\u00A0', ' '));
  expect(texts[0]).toContain('Hasta el 3 dic 2099 · Nota: Para <Lucía>');
  expect(texts[1]).toMatch(/Caducado el 2 ene( 2026)?, 18:30 · baja de 90 €/);
  expect(screen.getByRole('switch', { name: `Umbral activo: ${nameOf('90')}` })).toBeDisabled();
  await select('90');
  expect(screen.queryByRole('button', { name: thresholdListCopy.resume })).toBeNull();
  await press(`Borrar ${nameOf('90')}`);
  await waitFor(() => expect(showToast).toHaveBeenCalledOnce());
  showToast.mock.calls[0]?.[2].run();
  await waitFor(() =>
    expect(backend.settings.configuracion.umbrales.t2).toMatchObject({
      pausa: 'caducado',
      caducaEn: past,
    }),
  );
});

it('pauses one by its own endpoint, at once, and undoes it', async () => {
  const { backend, showToast } = show(three);
  await userEvent.click(
    await screen.findByRole('switch', { name: `Umbral activo: ${nameOf('180')}` }),
  );
  await waitFor(() => expect(showToast).toHaveBeenCalledOnce());
  expect(backend.sent).toEqual(['update t1']);
  const [message, , undo] = showToast.mock.calls[0] ?? [];
  expect(message).toBe('1 umbral en pausa. No avisará.');
  undo.run();
  await waitFor(() => expect(pauses(backend)).toEqual([null, null, 'usuario']));
});

it('pauses a selection as one batch, leaves the paused one alone, and undoes it as one', async () => {
  const { backend, showToast } = show(three);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Seleccionar 3 umbrales' }));
  expect(screen.getByText('3 seleccionados')).toBeVisible();
  await press(thresholdListCopy.pause);
  await waitFor(() => expect(showToast).toHaveBeenCalledOnce());
  expect(backend.sent).toEqual(['batch cambiar t1, cambiar t2']);
  expect(pauses(backend)).toEqual(['usuario', 'usuario', 'usuario']);
  showToast.mock.calls[0]?.[2].run();
  await waitFor(() => expect(pauses(backend)).toEqual([null, null, 'usuario']));
});

it('deletes a selection, and the undo brings it back, also when the screen was left', async () => {
  const { backend, showToast, navigate } = show(three);
  await select('180');
  await select('80');
  const bar = screen.getByRole('region', { name: thresholdListCopy.selection });
  await userEvent.click(within(bar).getByRole('button', { name: thresholdListCopy.remove }));
  await waitFor(() => expect(showToast).toHaveBeenCalledOnce());
  expect(Object.keys(backend.settings.configuracion.umbrales)).toEqual(['t2']);
  expect(screen.queryByRole('region', { name: thresholdListCopy.selection })).toBeNull();
  const [message, , undo] = showToast.mock.calls[0] ?? [];
  expect(message).toBe('2 umbrales borrados.');
  await navigate(`${path}?orden=partido`);
  undo.run();
  await waitFor(() =>
    expect(backend.settings.configuracion.umbrales).toMatchObject({
      t1: { pausa: null },
      t2: {},
      t3: { pausa: 'usuario' },
    }),
  );
});

it('an undo that fails says so, and why', async () => {
  const { showToast } = show(three);
  await press(`Borrar ${nameOf('180')}`);
  await waitFor(() => expect(showToast).toHaveBeenCalledOnce());
  const [, , undo] = showToast.mock.calls[0] ?? [];
  showToast.mockClear();
  server.use(http.post(listUrl, () => errorResponse(503, 'unavailable', 'Ahora no.')));
  undo.run();
  await waitFor(() =>
    expect(showToast).toHaveBeenCalledExactlyOnceWith(
      'No se ha podido deshacer. Ahora no.',
      'error',
    ),
  );
});

it('filters and order are in the address, and sent to the server', async () => {
  const { queries, address } = show(three, { address: `${path}?estado=pausado&orden=partido` });
  expect(await screen.findByText('Mostrando 1 umbral')).toBeVisible();
  expect(queries).toContainEqual(expect.stringMatching(/sort=match&status=pausado/));
  await userEvent.selectOptions(screen.getByLabelText(thresholdListCopy.condition), 'minimo');
  await waitFor(() =>
    expect(address()).toBe(`${path}?estado=pausado&orden=partido&condicion=minimo`),
  );
  await waitFor(() => expect(queries.at(-1)).toContain('condition=minimo'));
});

it('keeps the rows of the last search until those of the next one are there, and says that it loads', async () => {
  const { navigate } = show(three);
  expect(await screen.findByText('Mostrando 3 umbrales')).toBeVisible();
  const answer = Promise.withResolvers<ThresholdsPage>();
  server.use(http.get(listUrl, async () => HttpResponse.json(await answer.promise)));
  await navigate(`${path}?estado=pausado`);
  expect(await screen.findByText(thresholdListCopy.loading)).toBeVisible();
  expect(screen.getByRole('grid', { name: thresholdListCopy.title })).toBeVisible();
  expect(screen.queryByText(/^Mostrando/)).toBeNull();
  answer.resolve(pageOf([thresholdItemSample('t3', three.t3)]));
  expect(await screen.findByText('Mostrando 1 umbral')).toBeVisible();
  expect(screen.queryByText(thresholdListCopy.loading)).toBeNull();
});

it('an unknown filter in the address is ignored', async () => {
  const { queries } = show(three, { address: `${path}?estado=x&orden=y&partido=%20&condicion=z` });
  expect(await screen.findByText('Mostrando 3 umbrales')).toBeVisible();
  expect(new Set(queries)).toEqual(new Set(['?sort=distance&limit=500']));
});

const textField = () => screen.getByLabelText(thresholdListCopy.search);
const optionsOf = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

it.each(['q=x', 'partido=m9', 'condicion=minimo', 'estado=cerrado'])(
  'of nothing found it says so, and that there is none yet where no filter is set: %s',
  async (filter) => {
    const { navigate } = show({}, { address: `${path}?${filter}` });
    expect(await screen.findByText(thresholdListCopy.noneTitle)).toBeVisible();
    expect(screen.queryByText(thresholdListCopy.emptyTitle)).toBeNull();
    expect(textField()).toBeVisible();
    expect(screen.queryByRole('grid')).toBeNull();
    await navigate(`${path}?q=%20`);
    expect(await screen.findByText(thresholdListCopy.emptyTitle)).toBeVisible();
    expect(screen.queryByText(thresholdListCopy.noneTitle)).toBeNull();
    for (const name of [thresholdListCopy.createMany, thresholdListCopy.create]) noButton(name);
  },
);

it('typing searches, and clearing the filters takes back what was typed just before', async () => {
  const { queries, address } = show(three, { address: `${path}?estado=cerrado&orden=recientes` });
  expect(await screen.findByText(thresholdListCopy.noneTitle)).toBeVisible();
  await userEvent.type(textField(), 'palco');
  await waitFor(() => expect(queries.at(-1)).toContain('q=palco'));
  await userEvent.clear(textField());
  await waitFor(() => expect(address()).toBe(`${path}?estado=cerrado&orden=recientes`));
  // In one go: the text has not settled yet.
  fireEvent.change(textField(), { target: { value: 'grada' } });
  fireEvent.click(screen.getByRole('button', { name: thresholdListCopy.clear }));
  expect(await screen.findByText('Mostrando 3 umbrales')).toBeVisible();
  expect(textField()).toHaveValue('');
  expect(address()).toBe(`${path}?orden=recientes`);
});

it('offers the statuses there are, with how many, and the matches by name', async () => {
  const items = [
    thresholdItemSample('t1', three.t1, { partidoId: 'm2', partido: 'Perú – Chile' }),
    thresholdItemSample('t2', three.t2, { partidoId: 'm3', partido: 'Ávila – Olot' }),
    thresholdItemSample('t3', three.t3),
  ];
  const { address } = show(three, { address: `${path}?estado=cruzado&partido=m9` });
  server.use(http.get(listUrl, () => HttpResponse.json(pageOf(items))));
  await waitFor(() =>
    expect(optionsOf(thresholdListCopy.match)).toEqual([
      thresholdListCopy.anyStatus,
      'Ávila – Olot',
      'España – Uruguay',
      'm9',
      'Perú – Chile',
    ]),
  );
  expect(screen.getByLabelText(thresholdListCopy.match)).toHaveValue('m9');
  expect(optionsOf(thresholdListCopy.status)).toEqual([
    thresholdListCopy.anyStatus,
    'Vigilando (2)',
    'Cruzado (0)',
    'En pausa (1)',
  ]);
  expect(screen.getByLabelText(thresholdListCopy.status)).toHaveValue('cruzado');
  await userEvent.selectOptions(screen.getByLabelText(thresholdListCopy.match), 'Ávila – Olot');
  await userEvent.selectOptions(
    screen.getByLabelText(thresholdListCopy.status),
    thresholdListCopy.anyStatus,
  );
  await userEvent.selectOptions(
    screen.getByLabelText(thresholdListCopy.sort),
    thresholdListCopy.sorts.created,
  );
  await waitFor(() => expect(address()).toBe(`${path}?partido=m3&orden=recientes`));
  expect(optionsOf(thresholdListCopy.match)).not.toContain('m9');
  expect(optionsOf(thresholdListCopy.match)).not.toContain('m3');
});

it('while a list that could not be read is read again, it says that it loads', async () => {
  show(three);
  const answer = Promise.withResolvers<ThresholdsPage>();
  let isBroken = true;
  server.use(
    http.get(listUrl, async () =>
      isBroken
        ? errorResponse(503, 'unavailable', 'Ahora no.')
        : HttpResponse.json(await answer.promise),
    ),
  );
  expect(await screen.findByText('Ahora no.')).toBeVisible();
  expect(screen.queryByRole('status', { name: thresholdListCopy.loading })).toBeNull();
  for (const gone of [thresholdListCopy.noneTitle, thresholdListCopy.emptyTitle])
    expect(screen.queryByText(gone)).toBeNull();
  expect(screen.queryByText(/^Mostrando/)).toBeNull();
  isBroken = false;
  await press('Reintentar');
  expect(await screen.findByRole('status', { name: thresholdListCopy.loading })).toBeVisible();
  expect(screen.queryByText('Ahora no.')).toBeNull();
  answer.resolve(pageOf([thresholdItemSample('t1', three.t1)]));
  expect(await screen.findByText('Mostrando 1 umbral')).toBeVisible();
  expect(screen.queryByRole('status', { name: thresholdListCopy.loading })).toBeNull();
});

it('reads every page; one that fails leaves the others, is asked for once, and read on retry', async () => {
  show(three);
  let isBroken = true;
  let asked = 0;
  server.use(
    http.get(listUrl, ({ request }) => {
      if (!new URL(request.url).searchParams.has('cursor'))
        return HttpResponse.json({
          ...pageOf([thresholdItemSample('t1', three.t1)]),
          nextCursor: '1',
        });
      asked += 1;
      return isBroken
        ? errorResponse(503, 'unavailable', 'Ahora no.')
        : HttpResponse.json(pageOf([thresholdItemSample('t2', three.t2)]));
    }),
  );
  expect(await screen.findByText('Ahora no.')).toBeVisible();
  expect(await screen.findByText('Mostrando 1 umbral')).toBeVisible();
  expect(asked).toBe(1);
  isBroken = false;
  await press('Reintentar');
  expect(await screen.findByText('Mostrando 2 umbrales')).toBeVisible();
  expect(screen.queryByText('Ahora no.')).toBeNull();
});

it('opens the form of many at an address of its own, which closing it leaves', async () => {
  const { address } = show(three, { address: `${path}?orden=partido` });
  server.use(
    http.get('https://vigia.example/api/monitoring/:resource', () =>
      errorResponse(503, 'unavailable', 'Ahora no.'),
    ),
  );
  await press(thresholdListCopy.createMany);
  const dialog = await screen.findByRole('dialog', { name: templateCopy.title });
  expect(address()).toBe(`${path}?orden=partido&crear=varios`);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe(`${path}?orden=partido`);
});
