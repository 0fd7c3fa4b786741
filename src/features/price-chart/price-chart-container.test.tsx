/** The chart of a match: its lines moved, edited and offered, and the prices laid over it. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { History } from '#contract/monitoring.ts';
import type { Threshold } from '#domain/threshold.ts';
import { longDateTime, money, thresholdMoney } from '#src/copy/format.ts';
import { priceChartCopy as copy } from '#src/copy/price-chart-texts.ts';
import { settingsCopy } from '#src/copy/settings.ts';
import { conflictSentence, saveLocalLabel, undoFailed } from '#src/copy/settings-conflict.ts';
import { cheapestOfMatch } from '#src/copy/thresholds.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import { plain } from '#tests/support/plain.ts';
import {
  errorResponse,
  mockBackend,
  mockRoute,
  plainText,
  renderScreen,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import {
  collectibleSample,
  historySample,
  previewSample,
  umbralSample,
} from '#tests/support/threshold-samples.ts';
import { PriceChartContainer } from './price-chart-container.tsx';

const at = (hour: number) => new Date(2026, 10, 20, hour).toISOString();
const point = (hour: number, floorCents: number) => ({ at: at(hour), floorCents, late: false });
const historyOf = (floorCents: number) =>
  historySample({
    range: '24h',
    points: [point(0, 25_000), point(12, floorCents), point(20, floorCents)],
    sales: [{ at: at(6), priceCents: 24_000 }],
  });
const threshold = umbralSample({ value: 18_000 });

function show(
  umbrales: Record<string, Threshold> = { t1: threshold },
  part: Partial<Parameters<typeof PriceChartContainer>[0]> = {},
  preview = previewSample(),
) {
  mockBackend({ 'POST monitoring/preview': [preview] });
  const backend = mockSettingsBackend(settingsSample(umbrales));
  const [onZoom, onEdit, onOffer] = [vi.fn(), vi.fn(), vi.fn()];
  const { showToast } = renderScreen(
    <PriceChartContainer
      history={historyOf(20_000)}
      chosen={collectibleSample()}
      target="Categoría 1"
      umbrales={umbrales}
      mails={[]}
      compared={[]}
      savedId={null}
      zoomed={null}
      {...{ onZoom, onEdit, onOffer, ...part }}
    />,
    '/dashboard/partidos/m1',
  );
  const stored = () => backend.settings.configuracion.umbrales.t1?.value;
  return { backend, onZoom, onEdit, onOffer, showToast, stored };
}
const plot = () => screen.findByRole('slider', { name: copy.readout('Categoría 1') });
const line = () => screen.findByRole('slider', { name: /^Línea de/ });
async function moveUp(): Promise<void> {
  const handle = await line();
  act(() => handle.focus());
  fireEvent.keyDown(handle, { key: 'ArrowUp' });
  fireEvent.keyDown(handle, { key: 'Enter' });
}

it('has lines of the watching thresholds on the price of this collectible alone', async () => {
  show({
    below: threshold,
    above: umbralSample({ value: 26_000, condition: 'above' }),
    paused: umbralSample({ value: 18_100, pause: 'user' }),
    change: umbralSample({ value: 500, condition: 'change' }),
    low: umbralSample({ value: 7, condition: 'low' }),
    other: umbralSample({ value: 18_200, target: { kind: 'collectible', id: 'c2' } }),
    match: umbralSample({ value: 18_300, target: { kind: 'match', id: 'c1', category: null } }),
  });
  await plot();
  const lines = screen.getAllByRole('slider', { name: /^Línea de/ });
  expect(lines.map((one) => one.getAttribute('aria-valuenow')).sort()).toEqual(['180', '260']);
});

it('draws what a low of the whole match, or of the category of this one, has to beat', async () => {
  const lowOf = (id: string, category: string | null) =>
    umbralSample({ value: 7, condition: 'low', target: { kind: 'match', id, category } });
  const title = (target: string) => copy.toBeatOfMatch(target, thresholdMoney(19_000, 'EUR'), 7);
  show(
    { t1: lowOf('m2', null), t2: lowOf('m1', null) },
    {},
    previewSample({ toBeatCents: 19_000 }),
  );
  expect(await screen.findAllByTitle(plain(title(cheapestOfMatch)))).not.toEqual([]);
});

it('saves a line that was moved, takes it back, and says when it could not be', async () => {
  const { showToast, stored } = show();
  await moveUp();
  await waitFor(() => expect(showToast).toHaveBeenCalledOnce());
  expect(stored()).toBe(18_050);
  const [message, kind, undo] = showToast.mock.calls[0] ?? [];
  expect([plain(message), kind, undo.label]).toEqual([
    copy.moved('baja de 180,50 €'),
    'info',
    copy.undo,
  ]);
  mockRoute(
    'POST users/thresholds/batch',
    errorResponse(503, 'unavailable', 'Ahora no.'),
    undefined,
  );
  undo.run();
  await waitFor(() => expect(showToast).toHaveBeenLastCalledWith(undoFailed('Ahora no.'), 'error'));
  undo.run();
  await waitFor(() => expect(stored()).toBe(18_000));
});

it('says that a moved line was changed elsewhere, without a word of having moved it', async () => {
  const { backend, showToast, stored } = show();
  await line();
  const remote = umbralSample({ value: 17_000 });
  backend.settings = settingsSample({ t1: remote });
  await moveUp();
  const sentence = conflictSentence({
    local: { ...threshold, value: 18_050 },
    remote,
  });
  expect(plainText(await screen.findByRole('alert'))).toContain(plain(sentence));
  expect(showToast).not.toHaveBeenCalled();
  expect(screen.queryByRole('link')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: saveLocalLabel }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(stored()).toBe(18_050);
});

it('a line beyond what the plan allows leads to the plans, and cannot be saved over it', async () => {
  show();
  mockRoute('POST users/thresholds/batch', errorResponse(403, 'plan_limit', 'Tu plan no llega.'));
  await moveUp();
  expect(await screen.findByRole('alert')).toHaveTextContent('Tu plan no llega.');
  const plans = screen.getByRole('link', { name: settingsCopy.seePlans });
  expect(plans).toHaveAttribute('href', '/dashboard/plan');
  expect(screen.queryByRole('button', { name: saveLocalLabel })).toBeNull();
});

it('edits a threshold by its line, offers one at a price, and zooms', async () => {
  const { onEdit, onOffer, onZoom } = show();
  fireEvent.keyDown(await line(), { key: 'Enter' });
  expect(onEdit.mock.calls).toEqual([[{ id: 't1', threshold }]]);
  fireEvent.keyDown(await plot(), { key: 'Enter' });
  await userEvent.click(screen.getByRole('button', { name: new RegExp(copy.offer) }));
  expect(onOffer.mock.calls).toEqual([['c1', 20_000]]);
  await userEvent.click(screen.getByRole('button', { name: copy.zoomIn }));
  expect(onZoom).toHaveBeenCalledOnce();
});

it('marks sales, and mails at the time they were sent, or of their price while they wait', async () => {
  const mail = (id: string, hour: number, sentAt: string | null) =>
    alertSample({ id, observedAt: at(hour), delivery: { state: 'sent', attempts: 1, sentAt } });
  show(undefined, { mails: [mail('1', 13, at(14)), mail('2', 15, null)] });
  await plot();
  const titles = screen.getAllByTitle(/^(Correo|Venta)/).map(({ title }) => title);
  expect(titles).toEqual([
    copy.saleAt(money(24_000, 'EUR'), longDateTime(at(6))),
    copy.mailAt(longDateTime(at(14))),
    copy.mailAt(longDateTime(at(15))),
  ]);
});

it('lays other prices over it, and reads again one that failed', async () => {
  let c3: Response | History = errorResponse(500, 'internal', 'No.');
  mockRoute('GET monitoring/history', ({ url }: Request) =>
    url.includes('c3') ? c3 : historyOf(21_000),
  );
  show(undefined, { compared: ['c2', 'c3'].map((id) => ({ id, name: id, dash: '1 9' })) });
  const read = async () => {
    fireEvent.keyDown(await plot(), { key: 'End' });
    return plain((await plot()).getAttribute('aria-valuetext') ?? '');
  };
  const failed = await screen.findByText(new RegExp(copy.comparedFailed('c3')));
  expect(await read()).toMatch(/200 €, c2 210 €$/);
  c3 = historyOf(22_000);
  await userEvent.click(screen.getByRole('button', { name: copy.retry }));
  await waitFor(() => expect(failed).not.toBeInTheDocument());
  await waitFor(async () => expect(await read()).toMatch(/200 €, c2 210 €, c3 220 €$/));
});
