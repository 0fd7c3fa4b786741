/** The chart by keyboard and in words: what it reads at an instant, zoom, threshold lines, marks and the offer at a price. */
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
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

function show(part: Partial<PriceChartProps> = {}, { zooms = true } = {}) {
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
      onOffer={onOffer}
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
  expect(readAfter(right)).toBe('Nada en venta');
  expect(readAfter(right)).toBe('Sin lecturas');
  expect(readAfter(right)).toBe('180 €');
  expect(readAfter(left)).toBe('Sin lecturas');
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
  expect(readAfter()).toBe('Nada en venta');
  fireEvent.keyDown(slider(), { key: 'ArrowRight' });
  expect(onWindow).toHaveBeenCalledExactlyOnceWith({ fromMs: at(1), untilMs: at(25) });
});

it('where it does not zoom, its keys do nothing, and the hint does not name them', () => {
  show({}, { zooms: false });
  act(() => slider().focus());
  for (const key of ['+', '-', '0']) expect(fireEvent.keyDown(slider(), { key })).toBe(true);
  expect(slider()).toHaveAccessibleDescription(/^Flechas.*extremos\.$/);
  expect(screen.queryByRole('group', { name: 'Zoom' })).toBeNull();
});

it('says the lowest, mean and highest of what is shown, and zooms by buttons', async () => {
  const { onWindow } = show();
  const [low, mean, high] = screen.getAllByRole('definition').slice(-3);
  expect([low, high].map(plainText)).toEqual([
    expect.stringMatching(/^150 €21/),
    expect.stringMatching(/^200 €20/),
  ]);
  expect(mean).toHaveTextContent('de lo que se ve');
  expect(screen.getByRole('button', { name: 'Alejar' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Ver todo el periodo' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Acercar' }));
  expect(onWindow).toHaveBeenCalledExactlyOnceWith({ fromMs: at(12), untilMs: at(36) });
});

it('of a part it says which, and leads back to all', async () => {
  const { onWindow } = show({ window: { fromMs: at(12), untilMs: at(36) } });
  expect(screen.getByRole('status')).toHaveTextContent(/20 nov.*21 nov/);
  await userEvent.click(screen.getByRole('button', { name: 'Alejar' }));
  expect(onWindow).toHaveBeenLastCalledWith(whole);
  await userEvent.click(screen.getByRole('button', { name: 'Ver todo el periodo' }));
  expect(onWindow).toHaveBeenLastCalledWith(null);
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

it('a line that the price has passed is crossed, above as below', () => {
  show({ lines: [line({ valor: 15_000 })] });
  expect(readout()).toContain('cruzado');
});

it.each([
  [14_900, 'cruzado'],
  [15_000, 'cruzado'],
  [15_100, 'faltan 1 €'],
])('a line above at %i cents says %s', (valor, words) => {
  show({ lines: [line({ condicion: 'por_encima', valor })] });
  expect(readout()).toContain(words);
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

it('lays other prices over it, and reads them too', () => {
  const other: PriceSeries = { ...series, steps: [{ atMs: at(0), cents: 30_000 }] };
  show({
    compared: [{ id: 'c2', name: 'Palco', series: other, dash: '4 2' }],
  });
  readAfter('Home');
  expect(reading()).toMatch(/200 €, Palco 300 €$/);
  expect(readout()).toContain('Palco300 €');
  expect(document.querySelectorAll('path.compared')).toHaveLength(1);
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

it('there is nothing to offer where nothing was for sale', () => {
  show();
  readAfter(
    'Home',
    { key: 'ArrowRight', shiftKey: true },
    { key: 'ArrowRight', shiftKey: true },
    'Enter',
  );
  expect(screen.queryByRole('button', { name: /^Avísame/ })).toBeNull();
});

const handle = () => screen.getByRole('slider', { name: /^Línea de Categoría 1/ });
const lineTag = () => plainText(document.querySelector('.thrtag'));

it('a line says its rule, is edited by Enter, and moved by arrows until Enter saves it', () => {
  const { onEdit, onMoved } = show({ lines: [line()] });
  expect(handle()).toHaveAccessibleName('Línea de Categoría 1: avísame si baja de');
  expect(handle()).toHaveAttribute('aria-valuenow', '170');
  expect(lineTag()).toBe('Avísame si baja de 170 €');
  act(() => handle().focus());
  fireEvent.keyDown(handle(), { key: 'Enter' });
  expect(onEdit).toHaveBeenCalledOnce();
  fireEvent.keyDown(handle(), { key: 'ArrowUp' });
  const moved = Number(handle().getAttribute('aria-valuenow'));
  expect(moved).toBeGreaterThan(170);
  expect(lineTag()).toBe('sin guardar · ya se cumple: te avisaremos al guardarla');
  fireEvent.keyDown(handle(), { key: 'Enter' });
  expect(onMoved.mock.calls).toEqual([[expect.objectContaining({ id: 't0' }), moved * 100]]);
});

it('a line moved to where the price is not yet says how far that is, and how often it would have fired', async () => {
  show({ lines: [line({ valor: 14_000 })] });
  act(() => handle().focus());
  fireEvent.keyDown(handle(), { key: 'ArrowUp' });
  expect(lineTag()).toMatch(/^sin guardar · a un \d,\d % del precio/);
  expect(await screen.findByText(/habría saltado 2 veces/)).toBeInTheDocument();
  fireEvent.keyDown(handle(), { key: 'Escape' });
  expect(lineTag()).toBe('Avísame si baja de 140 €');
});

it.each(['por_debajo', 'por_encima'] as const)(
  'a line moved to the very price holds already (%s)',
  (condicion) => {
    show({ lines: [line({ condicion, valor: 15_000 })] });
    act(() => handle().focus());
    fireEvent.keyDown(handle(), { key: 'ArrowUp' });
    fireEvent.keyDown(handle(), { key: 'ArrowDown' });
    expect(handle()).toHaveAttribute('aria-valuenow', '150');
    expect(lineTag()).toBe('sin guardar · ya se cumple: te avisaremos al guardarla');
  },
);

it('a line still being written is a draft: not unsaved, and hatched all along', () => {
  show({ lines: [line({ valor: 14_000 }, null)] });
  expect(lineTag()).toBe('baja de 140 €');
  expect(document.querySelector('.zone')).toHaveStyle({ left: '0%' });
  act(() => handle().focus());
  fireEvent.keyDown(handle(), { key: 'ArrowUp' });
  expect(lineTag()).toMatch(/^a un /);
});

it('a line is hatched beyond it, since it exists', () => {
  show({ lines: [line({ condicion: 'por_encima', valor: 16_000 }, at(12))] });
  const zone = document.querySelector<HTMLElement>('.zone');
  expect(zone).toHaveStyle({ left: '25%', top: '0px' });
  expect(zone).toHaveClass('zone--up');
});
