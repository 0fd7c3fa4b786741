/** The chart by keyboard and in words: what it reads at an instant, zoom, threshold lines, marks and the offer at a price. */
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { priceChartCopy as copy } from '#src/copy/price-chart-texts.ts';
import { silentUntilText } from '#src/copy/thresholds.ts';
import { plain } from '#tests/support/plain.ts';
import { mockBackend, plainText, renderScreen } from '#tests/support/screen-harness.tsx';
import { previewSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { PriceChart, type PriceChartProps } from './price-chart.tsx';
import type { PriceSeries } from './price-series.ts';
import type { ChartLine } from './threshold-line.tsx';

const start = new Date(2026, 10, 20).getTime();
const at = (hours: number) => start + hours * 3_600_000;
/** 200 €, 190 € at ten, nothing for sale at twenty, no readings from thirty to thirty-two, 150 € since forty. */
const series: PriceSeries = {
  fromMs: at(0),
  untilMs: at(48),
  steps: [
    { atMs: at(0), cents: 20_000 },
    { atMs: at(10), cents: 19_000 },
    { atMs: at(20), cents: null },
    { atMs: at(30), cents: null, isGap: true },
    { atMs: at(32), cents: 18_000 },
    { atMs: at(40), cents: 15_000 },
  ],
};
const whole = { fromMs: at(0), untilMs: at(48) };
const lineAt = (value: number, part = {}, createdAtMs: number | null = at(35)): ChartLine => ({
  id: `t${value}`,
  threshold: umbralSample({ value, ...part }),
  createdAtMs,
});

/** @param absent what this chart cannot do */
function show(part: Partial<PriceChartProps> = {}, absent?: 'onWindow' | 'onOffer') {
  mockBackend({ 'POST monitoring/preview': [previewSample({ firings: 2 })] });
  const [onWindow, onOffer] = [vi.fn(), vi.fn()];
  renderScreen(
    <PriceChart
      series={series}
      bounds={whole}
      window={whole}
      currency="EUR"
      target="Categoría 1"
      floorCents={15_000}
      lines={[]}
      marks={[]}
      onMoved={() => {}}
      {...(absent !== 'onWindow' && { onWindow })}
      {...(absent !== 'onOffer' && { onOffer })}
      {...part}
    />,
    '/dashboard/partidos/m1',
  );
  return { onWindow, onOffer };
}

const slider = () => screen.getByRole('slider', { name: copy.readout('Categoría 1') });
const reading = () => plain(slider().getAttribute('aria-valuetext') ?? '');
/** The price read after these keys, `⇧` with Shift. */
function readAfter(keys: string) {
  act(() => slider().focus());
  for (const key of keys.split(' ').filter(Boolean))
    fireEvent.keyDown(slider(), { key: key.replace('⇧', ''), shiftKey: key.startsWith('⇧') });
  return reading().split(': ')[1];
}
const readout = () => plainText(screen.getByTestId('readout'));

it('reads by arrows, pages, Home and End, and from change to change with Shift', () => {
  show();
  const right = '⇧ArrowRight';
  const read = ['', 'Home', 'PageUp ArrowRight ArrowRight ArrowRight ArrowRight', 'ArrowLeft'];
  expect(read.map(readAfter)).toEqual(['150 €', '200 €', '190 €', '200 €']);
  expect(['PageDown PageDown', 'End'].map(readAfter)).toEqual(['200 €', '150 €']);
  expect(slider()).toHaveAttribute('aria-valuenow', '100');
  readAfter('Home');
  expect(slider()).toHaveAttribute('aria-valuenow', '0');
  const changes = ['190 €', copy.nothingListed, copy.unread, '180 €', '150 €', '150 €', '150 €'];
  expect(changes.map(() => readAfter(right))).toEqual(changes);
  expect(readAfter('⇧ArrowLeft ⇧ArrowLeft ⇧ArrowLeft')).toBe(copy.unread);
  expect(readAfter('⇧ArrowLeft ⇧ArrowLeft ⇧ArrowLeft ⇧ArrowLeft')).toBe('200 €');
});

it('zooms by keys around the instant read, and takes the window along past its edge', () => {
  const { onWindow } = show({ window: { fromMs: at(0), untilMs: at(24) } });
  for (const keys of ['Home +', '-', '0', 'End ArrowRight']) readAfter(keys);
  expect(onWindow.mock.calls).toEqual([
    [{ fromMs: at(0), untilMs: at(12) }],
    [whole],
    [null],
    [{ fromMs: at(1), untilMs: at(25) }],
  ]);
});

it('shows the mails and sales of the period shown, and reads a sale nearby', () => {
  const mark = (id: string, hours: number) => ({ id, atMs: at(hours), cents: 19_000, title: id });
  show({
    window: { fromMs: at(0), untilMs: at(24) },
    marks: [mark('in it', 12), mark('after it', 30)],
    sales: [{ atMs: at(12), cents: 18_500 }],
  });
  expect(screen.getByTitle('in it')).toBeInTheDocument();
  expect(screen.queryByTitle('after it')).toBeNull();
  readAfter('Home PageUp PageUp');
  expect(reading()).toMatch(/190 €, venta a 185,00 €$/);
  expect(readout()).toContain('Venta185,00 €');
});

const offer = () => screen.queryByRole('button', { name: new RegExp(copy.offer) });

it('offers an alert at the price read, by a key that takes the focus there and Escape back', async () => {
  const { onOffer } = show();
  readAfter('Home Enter');
  expect(offer()).toHaveFocus();
  await userEvent.keyboard('x');
  expect(plainText(offer())).toBe(`${copy.offer} 200 €`);
  await userEvent.keyboard('{Escape}');
  expect(offer()).toBeNull();
  expect(slider()).toHaveFocus();
  readAfter('Home');
  fireEvent.keyDown(slider(), { key: ' ' });
  await userEvent.click(offer() as HTMLElement);
  expect(onOffer).toHaveBeenCalledExactlyOnceWith(20_000);
  expect(offer()).toBeNull();
});

it('cuts a spike off with its price at the edge, and shows all of it when asked', async () => {
  const steps = [
    ...series.steps,
    { atMs: at(47), cents: 90_000 },
    { atMs: at(47.5), cents: 15_000 },
  ];
  show({ series: { ...series, steps } });
  expect(plainText(screen.getByText(/^↑/))).toBe('↑ 900 €');
  await userEvent.click(screen.getByRole('checkbox', { name: copy.cutSpikes }));
  expect(screen.queryByText(/^↑/)).toBeNull();
});

it('compares in per cent since the start, without lines at a price', async () => {
  const other = {
    id: 'c2',
    name: 'Palco',
    dash: '1 2',
    series: { ...series, steps: [{ atMs: at(0), cents: 80_000 }] },
  };
  show({ compared: [other], lines: [lineAt(17_000)] });
  await userEvent.click(screen.getByRole('checkbox', { name: copy.inShares }));
  expect(screen.queryByRole('slider', { name: /^Línea/ })).toBeNull();
  readAfter('Home PageUp PageUp');
  expect(readout()).toMatch(/Desde el inicio−5,0 %Palco800 € \(0,0 %\)$/);
});

it('draws what a low has to beat as a line that stays', () => {
  show({ levels: [{ cents: 16_050, title: 'mínimo' }] });
  expect(plainText(screen.getAllByTitle('mínimo')[1])).toBe('160,50 €');
});

const handle = () => screen.getByRole('slider', { name: /^Línea de Categoría 1/ });
const spoken = () => plain(handle().getAttribute('aria-valuetext') ?? '');
function pressLine(key: string): void {
  act(() => handle().focus());
  fireEvent.keyDown(handle(), { key });
}
const silentUntil = '2099-01-01T00:00:00.000Z';
const above = { condition: 'above' } as const;
const { unsaved, already } = copy;

it.each<[string, ChartLine, Partial<PriceChartProps>, string]>([
  ['that it holds already', lineAt(17_000), {}, `170,50 €, ${unsaved} · ${already}`],
  ['how far the price is', lineAt(14_000), {}, `140,50 €, ${unsaved} · a un 6,3 % del precio`],
  ['its price alone without one now', lineAt(17_000), { floorCents: null }, `170,50 €, ${unsaved}`],
  ['that it holds at the very price', lineAt(14_950), {}, `150 €, ${unsaved} · ${already}`],
  ['so does one above', lineAt(14_950, above), {}, `150 €, ${unsaved} · ${already}`],
  ['nothing of saving a draft', lineAt(14_000, {}, null), {}, '140,50 €, a un 6,3 % del precio'],
  [
    'of a snoozed one until when',
    { ...lineAt(17_000), silentUntil },
    {},
    `170,50 €, ${silentUntilText(silentUntil)}, ${unsaved} · ${already}`,
  ],
])('a line that is moved says %s', (_what, moved, part, words) => {
  show({ lines: [moved], ...part });
  pressLine('ArrowUp');
  expect(spoken()).toBe(plain(words));
});

it('a line says its rule, while it moves how often it would have fired, and then no more', async () => {
  show({ lines: [lineAt(14_000)] });
  expect(handle()).toHaveAccessibleName(copy.handle('Categoría 1', 'below'));
  expect(screen.getByText(/^Avísame si baja de 140/)).toBeVisible();
  pressLine('ArrowUp');
  expect(await screen.findByText(new RegExp(copy.wouldHaveFired(2)))).toBeVisible();
  pressLine('Escape');
  expect(spoken()).toBe('140 €');
});
