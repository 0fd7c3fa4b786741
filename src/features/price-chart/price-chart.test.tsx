/** The chart by keyboard and in words: what it reads at an instant, zoom, threshold lines, marks and the offer at a price. */
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { priceChartCopy as copy } from '#src/copy/price-chart-texts.ts';
import { silentUntilText } from '#src/copy/thresholds.ts';
import {
  mockBackend,
  plainText,
  renderScreen,
  setupScreenTests,
  stubLayout,
} from '#tests/support/screen-harness.tsx';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { PriceChart, type PriceChartProps } from './price-chart.tsx';
import type { PriceSeries } from './price-series.ts';
import type { ChartLine } from './threshold-line.tsx';

setupScreenTests();
beforeAll(stubLayout);

const hourMs = 3_600_000;
const start = new Date(2026, 10, 20).getTime();
const at = (hours: number) => start + hours * hourMs;
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
const line = (
  part: Parameters<typeof umbralSample>[0] = {},
  createdAtMs: number | null = at(35),
): ChartLine => ({
  id: `t${part.valor ?? 0}`,
  umbral: umbralSample({ valor: 17_000, ...part }),
  createdAtMs,
});

function show(part: Partial<PriceChartProps> = {}, { zooms = true, offers = true } = {}) {
  mockBackend({
    'POST monitoring/preview': [
      { firings: 2, days: 30, mails: 2, last: [], currentCents: 15_000, alreadyTrue: false },
    ],
  });
  const onWindow = vi.fn();
  const onOffer = vi.fn();
  const onEdit = vi.fn();
  const onMoved = vi.fn();
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
      onMoved={onMoved}
      onEdit={onEdit}
      {...(zooms && { onWindow })}
      {...(offers && { onOffer })}
      {...part}
    />,
    '/dashboard/partidos/m1',
  );
  return { onWindow, onOffer, onEdit, onMoved };
}

const slider = () =>
  screen.getByRole('slider', { name: 'Precio mínimo de Categoría 1 en el tiempo' });
const reading = () => slider().getAttribute('aria-valuetext')?.replaceAll('\u00A0', ' ');
/** The price read after these keys. */
function readAfter(...keys: readonly (string | { key: string; shiftKey: true })[]) {
  act(() => slider().focus());
  for (const key of keys) fireEvent.keyDown(slider(), typeof key === 'string' ? { key } : key);
  return reading()?.split(': ')[1];
}
const readout = () => plainText(screen.getByTestId('readout'));

it('reads the last price first, and the others by arrows, pages, Home and End', () => {
  show();
  expect(readAfter()).toBe('150 €');
  expect(slider()).toHaveAttribute('aria-valuenow', '100');
  expect(readAfter('Home')).toBe('200 €');
  expect(slider()).toHaveAttribute('aria-valuenow', '0');
  expect(readAfter('PageUp', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight')).toBe('190 €');
  expect(readAfter('ArrowLeft')).toBe('200 €');
  expect(readAfter('PageDown', 'PageDown')).toBe('200 €');
  expect(readAfter('End')).toBe('150 €');
});

it('reads from change to change with Shift, and says where there was no price', () => {
  show();
  const right = { key: 'ArrowRight', shiftKey: true } as const;
  const left = { key: 'ArrowLeft', shiftKey: true } as const;
  expect(readAfter('Home', right)).toBe('190 €');
  expect(readAfter(right)).toBe(copy.nothingListed);
  expect(readAfter(right)).toBe(copy.unread);
  expect(readAfter(right)).toBe('180 €');
  expect(readAfter(left)).toBe(copy.unread);
  expect(readAfter(right, right, right)).toBe('150 €');
  expect(readAfter(right)).toBe('150 €');
  expect(readAfter(left, left, left, left, left, left, left)).toBe('200 €');
});

it('keys with Ctrl are the browser’s', () => {
  show();
  act(() => slider().focus());
  expect(fireEvent.keyDown(slider(), { key: 'Home', ctrlKey: true })).toBe(true);
  expect(reading()).toContain('150 €');
  expect(fireEvent.keyDown(slider(), { key: 'x' })).toBe(true);
  expect(fireEvent.keyDown(slider(), { key: 'Home' })).toBe(false);
});

it('zooms by keys around the instant read, and back to all', () => {
  const { onWindow } = show();
  readAfter('Home', '+');
  expect(onWindow).toHaveBeenLastCalledWith({ fromMs: at(0), untilMs: at(24) });
  readAfter('0');
  expect(onWindow).toHaveBeenLastCalledWith(null);
  expect(onWindow).toHaveBeenCalledTimes(2);
});

it('reading on past the edge takes the window along, up to what there is', () => {
  const { onWindow } = show({ window: { fromMs: at(0), untilMs: at(24) } });
  expect(readAfter()).toBe(copy.nothingListed);
  fireEvent.keyDown(slider(), { key: 'ArrowRight' });
  expect(onWindow).toHaveBeenCalledExactlyOnceWith({ fromMs: at(1), untilMs: at(25) });
});

it('where it does not zoom, its keys do nothing, and the hint does not name them', () => {
  show({}, { zooms: false });
  act(() => slider().focus());
  for (const key of ['+', '-', '0']) expect(fireEvent.keyDown(slider(), { key })).toBe(true);
  expect(slider()).toHaveAccessibleDescription(/^Flechas.*extremos\.$/);
  expect(screen.queryByRole('group', { name: copy.zoom })).toBeNull();
});

it('says the change of a day and the way to the nearest line that existed then', () => {
  show({ lines: [line({ valor: 14_000 }), line({ valor: 19_500 }), line({ valor: 10_000 })] });
  readAfter('End');
  // 24 h before there was nothing for sale.
  expect(readout()).toContain('sin datos de hace 24 horas');
  expect(readout()).toContain('Hasta 140 €faltan 10 €');
  readAfter({ key: 'ArrowLeft', shiftKey: true }, { key: 'ArrowLeft', shiftKey: true });
  expect(readout()).toContain('180,00');
  expect(readout()).not.toContain('Hasta');
  expect(readout()).toContain('baja 10,0 %');
});

it('shows the mails and sales of the period shown, and reads a sale nearby', () => {
  const mark = (id: string, hours: number) => ({
    id,
    atMs: at(hours),
    cents: 19_000,
    title: `Correo ${id}`,
  });
  show({
    window: { fromMs: at(0), untilMs: at(24) },
    marks: [mark('a', 12), mark('b', 30)],
    sales: [{ atMs: at(12), cents: 18_500 }],
  });
  expect(screen.getByTitle('Correo a')).toBeInTheDocument();
  expect(screen.queryByTitle('Correo b')).toBeNull();
  readAfter('Home', 'PageUp', 'PageUp');
  expect(reading()).toMatch(/190 €, venta a 185,00 €$/);
  expect(readout()).toContain('Venta185,00 €');
});

it('offers an alert at the price read, by Enter, and takes the offer away by Escape', async () => {
  const { onOffer } = show();
  readAfter('Home', 'Enter');
  const offer = screen.getByRole('button', { name: /^Avísame a este precio:.*200/ });
  expect(offer).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: /^Avísame/ })).toBeNull();
  expect(slider()).toHaveFocus();
  readAfter('Home', ' ');
  await userEvent.click(screen.getByRole('button', { name: /^Avísame a este precio/ }));
  expect(onOffer).toHaveBeenCalledExactlyOnceWith(20_000);
  expect(screen.queryByRole('button', { name: /^Avísame/ })).toBeNull();
});

it('offers one at the price of the height that is pressed, where alerts can be offered', () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({
    ...{ x: 0, y: 0, left: 0, top: 0, right: 1_000, bottom: 200, width: 1_000, height: 200 },
    toJSON: () => '',
  });
  // jsdom has none.
  Element.prototype.setPointerCapture = () => {};
  const pressed = { pointerId: 1, pointerType: 'mouse', clientX: 250, clientY: 100 };
  const pressPlot = () => {
    fireEvent.pointerDown(slider(), pressed);
    fireEvent.pointerUp(slider(), pressed);
  };
  const { onOffer } = show();
  pressPlot();
  fireEvent.click(screen.getByRole('button', { name: /: 175.€$/ }));
  expect(onOffer).toHaveBeenCalledExactlyOnceWith(17_500);
  cleanup();
  show({}, { offers: false });
  pressPlot();
  expect(fireEvent.keyDown(slider(), { key: 'Enter' })).toBe(true);
  expect(screen.queryByRole('button', { name: new RegExp(copy.offer) })).toBeNull();
});

const handle = () => screen.getByRole('slider', { name: /^Línea de Categoría 1/ });
const spoken = () => handle().getAttribute('aria-valuetext')?.replaceAll('\u00A0', ' ');
const pressLine = (...keys: readonly string[]) => {
  act(() => handle().focus());
  for (const key of keys) fireEvent.keyDown(handle(), { key });
};

it('a line says its rule, is edited by Enter, and moved by arrows until Enter saves it', () => {
  const { onEdit, onMoved } = show({ lines: [line()] });
  expect(handle()).toHaveAccessibleName(copy.handle('Categoría 1', 'below'));
  expect(screen.getByText(/^Avísame si baja de 170/)).toBeVisible();
  expect(spoken()).toBe('170 €');
  pressLine('Enter');
  expect(onEdit).toHaveBeenCalledOnce();
  pressLine('ArrowUp', 'Enter');
  expect(onMoved.mock.calls).toEqual([[expect.objectContaining({ id: 't0' }), 17_050]]);
});

const silentUntil = '2099-01-01T00:00:00.000Z';
it.each<[string, ChartLine, Partial<PriceChartProps>, string]>([
  ['that it holds already', line(), {}, `170,50 €, ${copy.unsaved} · ${copy.already}`],
  [
    'how far the price is',
    line({ valor: 14_000 }),
    {},
    `140,50 €, ${copy.unsaved} · a un 6,3 % del precio`,
  ],
  [
    'its price alone where there is none',
    line(),
    { floorCents: null },
    `170,50 €, ${copy.unsaved}`,
  ],
  [
    'that it holds at the very price',
    line({ valor: 14_950 }),
    {},
    `150 €, ${copy.unsaved} · ${copy.already}`,
  ],
  [
    'so does one above',
    line({ valor: 14_950, condicion: 'por_encima' }),
    {},
    `150 €, ${copy.unsaved} · ${copy.already}`,
  ],
  [
    'of a draft no word of saving',
    line({ valor: 14_000 }, null),
    {},
    '140,50 €, a un 6,3 % del precio',
  ],
  [
    'of a snoozed one until when',
    { ...line(), silentUntil },
    {},
    `170,50 €, ${silentUntilText(silentUntil)}, ${copy.unsaved} · ${copy.already}`,
  ],
])('a line that is moved says %s', (_what, moved, part, words) => {
  show({ lines: [moved], ...part });
  pressLine('ArrowUp');
  expect(spoken()).toBe(words.replaceAll('\u00A0', ' '));
});

it('it says how often it would have fired, and nothing more once it is let go', async () => {
  show({ lines: [line({ valor: 14_000 })] });
  pressLine('ArrowUp');
  expect(await screen.findByText(new RegExp(copy.wouldHaveFired(2)))).toBeVisible();
  pressLine('Escape');
  expect(spoken()).toBe('140 €');
});

it.each([
  ['below', 1_000, '↓ 10 €', 10, 208],
  ['above', 100_000, '↑ 1000 €', 142, 1_000],
])(
  'a line far %s stands as a tag at that edge, within the bounds it says',
  (_where, valor, tag, min, max) => {
    show({ lines: [line({ valor })] });
    expect(plainText(handle())).toBe(tag);
    expect(handle()).toHaveAttribute('aria-valuemin', String(min));
    expect(handle()).toHaveAttribute('aria-valuemax', String(max));
  },
);

it('where nothing is on sale it is drawn for its lines', () => {
  show({ lines: [line()], window: { fromMs: at(21), untilMs: at(29) } });
  expect(handle()).toHaveAttribute('aria-valuemax', '190.28');
  expect(readout()).toContain(copy.nothingListed);
  expect(screen.queryByText(copy.now)).toBeNull();
});
