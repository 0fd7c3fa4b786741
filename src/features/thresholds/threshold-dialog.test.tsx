/** The dialog of a threshold: its match, what it says once it is saved, and another match for what was written. */

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, expect, it, vi } from 'vitest';
import { matchCopy } from '#src/copy/match.ts';
import { priceChartCopy } from '#src/copy/price-chart-texts.ts';
import { thresholdFormCopy, valueLabels } from '#src/copy/threshold-form-texts.ts';
import {
  errorResponse,
  mockBackend,
  press,
  renderScreen,
  server,
  setupScreenTests,
  stubLayout,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { collectibleSample, matchSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { ThresholdDialog, type ThresholdDialogProps } from './threshold-dialog.tsx';

setupScreenTests();
beforeAll(stubLayout);

const names: Record<string, string> = { m1: 'España – Uruguay', m2: 'Chile – Perú' };
const overview = (id: string) => ({
  match: matchSample({ id, name: names[id] ?? id }),
  collectibles: [
    collectibleSample({ id: `${id}-c1`, matchId: id }),
    collectibleSample({ id: `${id}-c2`, matchId: id, name: 'Palco norte', category: 'Palco' }),
  ],
  statistics: null,
  categoryStatistics: null,
  history: null,
});
const stored = umbralSample({ objetivo: { tipo: 'coleccionable', id: 'm1-c2' }, valor: 15_000 });

function show(part: Partial<ThresholdDialogProps> = {}) {
  mockBackend({
    'GET monitoring/matches': [
      { items: [matchSample(), matchSample({ id: 'm2', name: 'Chile – Perú' })], nextCursor: null },
    ],
    'GET monitoring/history': [
      { collectibleId: 'm1-c1', range: '30d', points: [], gaps: [], limitedToDays: null },
    ],
    'POST monitoring/preview': [
      { firings: 0, days: 30, mails: 0, last: [], currentCents: 20_000, alreadyTrue: false },
    ],
  });
  const backend = mockSettingsBackend(settingsSample({ u1: stored }, ['m1']));
  const answers: Record<string, () => Response | Promise<Response>> = {};
  server.use(
    http.get('https://vigia.example/api/monitoring/match', ({ request }) => {
      const id = new URL(request.url).searchParams.get('id') ?? '';
      return (answers[id] ?? (() => HttpResponse.json(overview(id))))();
    }),
  );
  const [onClose, onSaved] = [vi.fn(), vi.fn()];
  const render = () =>
    renderScreen(
      <ThresholdDialog matchId="m1" onClose={onClose} onSaved={onSaved} {...part} />,
      '/dashboard',
    );
  return { answers, backend, onClose, onSaved, render };
}
const price = () => screen.findByLabelText(valueLabels.below);
const plain = (text: string) => text.replaceAll('\u00A0', ' ');

it('waits for its match, says that it cannot be read, and reads it again', async () => {
  const { answers, render } = show();
  const first = Promise.withResolvers<Response>();
  answers.m1 = () => first.promise;
  render();
  expect(screen.getByRole('dialog', { name: matchCopy.createThreshold })).toBeVisible();
  expect(screen.getByRole('status', { name: matchCopy.loading })).toBeVisible();
  first.resolve(errorResponse(500, 'internal', 'No se ha podido leer.'));
  expect(await screen.findByRole('alert')).toHaveTextContent('No se ha podido leer.');
  expect(screen.queryByRole('status', { name: matchCopy.loading })).toBeNull();
  delete answers.m1;
  await press(priceChartCopy.retry);
  expect(await price()).toHaveValue('190');
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription('España – Uruguay');
});

it.each([
  ['ya', 'success', /190 €\.$/],
  ['limite', 'success', /190 €\. Tu plan no vigila más partidos/],
] as const)('once saved (%s) it says what it watches, and closes', async (outcome, kind, words) => {
  const { backend, onClose, onSaved, render } = show();
  backend.watchOutcome = outcome;
  const { showToast } = render();
  await price();
  await press(thresholdFormCopy.save);
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(onClose).toHaveBeenCalledOnce();
  const [message, shown, ...others] = showToast.mock.calls[0] ?? [];
  expect([shown, others]).toEqual([kind, []]);
  expect(plain(message)).toMatch(words);
  expect(plain(message)).toMatch(
    /^Vigilando: te avisaremos si España – Uruguay, Categoría 1 baja de 190 €\./,
  );
  expect(onSaved.mock.calls[0]?.[0]).toMatchObject({ watched: outcome, umbral: { valor: 19_000 } });
});

it('a match that is watched since then can be left at once', async () => {
  const { backend, onSaved, render } = show();
  backend.watchOutcome = 'nueva';
  const { showToast } = render();
  await price();
  await press(thresholdFormCopy.save);
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  const [message, kind, undo] = showToast.mock.calls[0] ?? [];
  expect(plain(message)).toMatch(/190 €\. Vigilas también este partido\.$/);
  expect([kind, undo.label]).toEqual(['info', thresholdFormCopy.undoWatch]);
  undo.run();
  await waitFor(() => expect(backend.sent.at(-1)).toBe('unwatch m1'));
});

it('an edited one keeps its match, and says its rule once saved', async () => {
  const { backend, onSaved, render } = show({ editing: { id: 'u1', umbral: stored } });
  const { showToast } = render();
  expect(await price()).toHaveValue('150');
  expect(screen.getByRole('dialog', { name: thresholdFormCopy.edit })).toBeVisible();
  expect(screen.queryByRole('combobox', { name: matchCopy.board })).toBeNull();
  await userEvent.clear(await price());
  await userEvent.type(await price(), '140');
  await press(thresholdFormCopy.save);
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(backend.sent).toEqual(['update u1']);
  expect(showToast.mock.calls.map(([message, kind]) => [plain(message), kind])).toEqual([
    ['Vigilando: te avisaremos si España – Uruguay, Palco baja de 140 €.', 'success'],
  ]);
});

it('takes what is written to another match, and watches that', async () => {
  const { backend, onSaved, render } = show();
  const { showToast } = render();
  await userEvent.clear(await price());
  await userEvent.type(await price(), '155');
  await userEvent.click(screen.getByRole('combobox', { name: matchCopy.board }));
  await userEvent.click(await screen.findByRole('option', { name: /Chile – Perú/ }));
  await waitFor(() =>
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription('Chile – Perú'),
  );
  expect(await price()).toHaveValue('155');
  backend.watchOutcome = 'nueva';
  await press(thresholdFormCopy.save);
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(Object.values(backend.settings.configuracion.umbrales)).toContainEqual(
    expect.objectContaining({ objetivo: { tipo: 'coleccionable', id: 'm2-c1' }, valor: 15_500 }),
  );
  showToast.mock.calls[0]?.[2].run();
  await waitFor(() => expect(backend.sent.at(-1)).toBe('unwatch m2'));
});
