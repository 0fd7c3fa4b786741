/** The threshold form of the match screen: who opens it and for what, and where the screen is once it is saved or closed. */

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, expect, it } from 'vitest';
import type { Umbral } from '#contract/threshold.ts';
import { matchCopy } from '#src/copy/match.ts';
import { thresholdFormCopy, valueLabels } from '#src/copy/threshold-form-texts.ts';
import {
  mockBackend,
  press,
  profile,
  renderScreen,
  server,
  setupScreenTests,
  stubLayout,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { collectibleSample, matchSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { MatchScreen } from './match-screen.tsx';

setupScreenTests();
beforeAll(stubLayout);

const path = '/dashboard/partidos/m1';
const figure = { value: null, sampleSize: 0 };
const statistics = {
  currency: 'EUR',
  floorCents: figure,
  medianAskCents: figure,
  spreadBp: figure,
  depthWithin5Pct: figure,
  change24hBp: figure,
  change7dBp: figure,
  volatility: figure,
  volumeSales24h: figure,
  bestValuePerTicketCents: figure,
};
const other = matchSample({ id: 'm2', name: 'Chile – Perú' });
const collectiblesOf = (matchId: string | null) =>
  matchId === 'm2'
    ? [collectibleSample({ id: 'd1', matchId: 'm2', category: 'Tribuna' })]
    : [
        collectibleSample(),
        collectibleSample({ id: 'c2', name: 'Palco', category: 'Palco', floorCents: 30_000 }),
        // Named as the match.
        collectibleSample({ id: 'm1', name: 'Fondo', category: 'Fondo', floorCents: 30_000 }),
      ];
const points = [20_000, 18_000].map((floorCents, index) => ({
  at: `2026-11-2${index}T10:00:00.000Z`,
  floorCents,
  late: false,
}));

async function show(umbrales: Record<string, Umbral> = {}, search = '') {
  mockBackend({
    'GET users/profile': [{ ...profile(), plan: 'elite' }],
    'GET users/alerts': [{ items: [], nextCursor: null, unread: 0 }],
    'GET monitoring/matches': [{ items: [matchSample(), other], nextCursor: null }],
    'GET monitoring/stats': [statistics],
    'POST monitoring/preview': [
      { firings: 0, days: 30, mails: 0, last: [], currentCents: 20_000, alreadyTrue: false },
    ],
  });
  const backend = mockSettingsBackend(settingsSample(umbrales));
  server.use(
    http.get('https://vigia.example/api/monitoring/match', ({ request }) => {
      const id = new URL(request.url).searchParams.get('id');
      return HttpResponse.json({
        match: id === 'm2' ? other : matchSample(),
        collectibles: collectiblesOf(id),
        statistics,
        categoryStatistics: null,
        history: null,
      });
    }),
    http.get('https://vigia.example/api/monitoring/history', ({ request }) => {
      const { searchParams } = new URL(request.url);
      return HttpResponse.json({
        collectibleId: searchParams.get('collectible'),
        range: searchParams.get('range'),
        points,
        gaps: [],
        limitedToDays: null,
      });
    }),
  );
  const shown = renderScreen(<MatchScreen />, path + search, {
    route: '/dashboard/partidos/:id',
  });
  await screen.findByRole('heading', { level: 1 });
  return { backend, ...shown };
}

const form = (name: 'Crear umbral' | 'Editar umbral') => screen.findByRole('dialog', { name });
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const save = () => press(thresholdFormCopy.save);
/** The router renders an address some time after it has it. */
const chosenTab = (name: string) => screen.findByRole('tab', { selected: true, name });
const onPalco = umbralSample({ objetivo: { tipo: 'coleccionable', id: 'c2' }, valor: 25_000 });

it('a link of a mail opens the form of its threshold; closed, the address is without it', async () => {
  const { address } = await show({ t1: umbralSample(), t2: onPalco }, '?umbral=t2');
  const dialog = await form(thresholdFormCopy.edit);
  expect(await within(dialog).findByLabelText(valueLabels.below)).toHaveValue('250');
  await userEvent.click(within(dialog).getByRole('button', { name: thresholdFormCopy.cancel }));
  await closed();
  expect(address()).toBe(path);
});

it.each([
  ['that was deleted since', '?umbral=t9'],
  ['of no threshold', ''],
])('a link %s opens the match alone', async (_which, search) => {
  const { address } = await show({ t1: umbralSample() }, search);
  expect(await screen.findByRole('grid')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(address()).toBe(path + search);
});

it('a new threshold is on the collectible of the chart; it is pointed out once saved', async () => {
  const { address, backend } = await show({ t1: umbralSample() }, '?c=c2');
  expect(await chosenTab('Palco')).toBeVisible();
  await press(matchCopy.createThreshold);
  const dialog = await form(matchCopy.createThreshold);
  expect(await within(dialog).findByLabelText(thresholdFormCopy.target)).toHaveValue(
    'collectible:c2',
  );
  await userEvent.selectOptions(
    within(dialog).getByLabelText(thresholdFormCopy.target),
    'collectible:c1',
  );
  const price = within(dialog).getByLabelText(valueLabels.below);
  await userEvent.clear(price);
  await userEvent.type(price, '190');
  await save();
  await closed();
  expect(backend.sent).toEqual([expect.stringMatching(/^create /)]);
  await waitFor(() => expect(address()).toBe(`${path}?c=c1`));
  expect(await chosenTab('Categoría 1')).toBeVisible();
  const lines = { name: /^Línea de/ };
  await waitFor(() => expect(screen.getAllByRole('slider', lines)).toHaveLength(2));
});

it.each([
  ['the list beside the chart', /^Editar umbral: Palco baja de/],
  ['the row of its collectible', 'Editar umbral de Palco'],
])('edits a threshold from %s, and goes to its collectible', async (_where, name) => {
  const { address, backend } = await show({ t2: onPalco });
  expect(await chosenTab('Categoría 1')).toBeVisible();
  await press(name);
  const dialog = await form(thresholdFormCopy.edit);
  expect(await within(dialog).findByLabelText(valueLabels.below)).toHaveValue('250');
  await save();
  await closed();
  expect(backend.sent).toEqual(['update t2']);
  await waitFor(() => expect(address()).toBe(`${path}?c=c2`));
  expect(await chosenTab('Palco')).toBeVisible();
});

it('offers a threshold at a price of the chart', async () => {
  await show();
  const chart = await screen.findByRole('slider', { name: /^Precio mínimo de Categoría 1/ });
  chart.focus();
  await userEvent.keyboard('{Home}{Enter}');
  await press(/^Avísame a este precio/);
  const dialog = await form(matchCopy.createThreshold);
  expect(await within(dialog).findByLabelText(valueLabels.below)).toHaveValue('200');
});
