/** Lines, dots and marks of the chart in their places, also where a line lies off it or nothing is on sale. */
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
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
beforeEach(() => {
  mockBackend({
    'POST monitoring/preview': [
      { firings: 0, days: 30, mails: 0, last: [], currentCents: null, alreadyTrue: false },
    ],
  });
});

const start = new Date(2026, 10, 20).getTime();
const at = (hours: number) => start + hours * 3_600_000;
/** 200 €, 190 € at ten, nothing for sale from twenty, 180 € at thirty-two, 150 € since forty: a scale of 142 to 208 €. */
const series: PriceSeries = {
  fromMs: at(0),
  untilMs: at(48),
  steps: [
    { atMs: at(0), cents: 20_000 },
    { atMs: at(10), cents: 19_000 },
    { atMs: at(20), cents: null },
    { atMs: at(32), cents: 18_000 },
    { atMs: at(40), cents: 15_000 },
  ],
};
const whole = { fromMs: at(0), untilMs: at(48) };
const lineAt = (
  valor: number,
  part: Parameters<typeof umbralSample>[0] = {},
  createdAtMs: number | null = at(0),
): ChartLine => ({ id: `t${valor}`, umbral: umbralSample({ valor, ...part }), createdAtMs });

function show(lines: readonly ChartLine[], part: Partial<PriceChartProps> = {}) {
  renderScreen(
    <PriceChart
      series={series}
      bounds={whole}
      window={whole}
      currency="EUR"
      target="Categoría 1"
      floorCents={15_000}
      lines={lines}
      marks={[]}
      onMoved={() => {}}
      {...part}
    />,
    '/dashboard/partidos/m1',
  );
}
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const handles = () => screen.getAllByRole('slider', { name: /^Línea/ });
const tagOf = (handle: Element) => plainText(handle);
function press(handle: HTMLElement, key: string): void {
  act(() => handle.focus());
  fireEvent.keyDown(handle, { key });
}

it.each([
  ['below', 1_000, '↓ 10 €', 10, 208, 100 - 13 / 3],
  ['above', 100_000, '↑ 1000 €', 142, 1_000, 13 / 3],
])('a line far %s stands as a tag at that edge', (_where, valor, tag, min, max, top) => {
  show([lineAt(valor)]);
  const [handle] = handles();
  expect(handle && tagOf(handle)).toBe(tag);
  expect(handle).toHaveAttribute('aria-valuemin', String(min));
  expect(handle).toHaveAttribute('aria-valuemax', String(max));
  const [line] = all('.thrline');
  expect(line).toHaveClass('thrline--beyond');
  expect(Number.parseFloat(line?.style.top ?? '')).toBeCloseTo(top, 1);
  expect(all('.zone, .thrline__grip, .thrline__knob, .thrtag')).toEqual([]);
});

it('a line on the chart has its grips and its price, and nothing of those', () => {
  show([lineAt(17_000)]);
  expect(all('.thrline')[0]).not.toHaveClass('thrline--beyond');
  expect(all('.zone, .thrline__grip, .thrline__knob, .thrtag')).toHaveLength(4);
  const [handle] = handles();
  expect(handle && tagOf(handle)).toBe('170 €');
  expect(handle?.getAttribute('aria-valuetext')).toMatch(/^170.€$/);
});

it('where nothing is on sale it is drawn for its lines, and without any for a euro', () => {
  const window = { fromMs: at(21), untilMs: at(29) };
  show([lineAt(17_000)], { window });
  expect(handles()[0]).toHaveAttribute('aria-valuemin', '0.01');
  expect(handles()[0]).toHaveAttribute('aria-valuemax', '190.28');
  expect(screen.getByTestId('readout')).toHaveTextContent('Nada en venta');
  expect(all('.pt--end')).toEqual([]);
  cleanup();
  show([], { window });
  expect(all('.ylab').length).toBeGreaterThanOrEqual(3);
});

it('near lines have their tags apart, their grips side by side and their labels on either side', () => {
  show([lineAt(17_100), lineAt(17_000)]);
  const [upper, lower] = handles();
  expect(upper?.style.marginTop).toBe('0px');
  // A tag is 26 px high, the chart 300.
  expect(Number.parseFloat(lower?.style.marginTop ?? '')).toBeCloseTo(26 - (100 / 6_600) * 300, 3);
  expect(all('.thrline__knob').map(({ style }) => style.getPropertyValue('--crowd'))).toEqual([
    '0',
    '1',
  ]);
  expect(all('.thrtag').map((tag) => tag.classList.contains('thrtag--under'))).toEqual([
    false,
    true,
  ]);
});

it('a line between two others has no label until it moves', () => {
  show([lineAt(17_100), lineAt(17_000), lineAt(16_900)]);
  const middle = handles()[1] as HTMLElement;
  expect(all('.thrtag')).toHaveLength(2);
  press(middle, 'ArrowUp');
  expect(all('.thrtag').map(plainText)).toContainEqual(expect.stringContaining('sin guardar'));
  expect(all('.is-held')).toHaveLength(1);
  press(middle, 'Escape');
  expect(all('.thrtag')).toHaveLength(2);
  expect(all('.is-held')).toEqual([]);
});

it('its label and its grip stand on opposite sides, the label where it covers less of the price', () => {
  const sides = () => [
    all('.thrtag').map((tag) => tag.classList.contains('thrtag--right')),
    all('.thrline__knob').map((knob) => knob.classList.contains('thrline__knob--right')),
  ];
  show([lineAt(15_000), lineAt(19_000)]);
  expect(sides()).toEqual([
    [false, true],
    [true, false],
  ]);
  cleanup();
  // The lower one has its label below it, where there is no price.
  show([lineAt(19_700), lineAt(19_600)]);
  expect(sides()).toEqual([
    [true, false],
    [false, true],
  ]);
});

it('moves with its keys, and says its price and that it is not saved', () => {
  show([lineAt(17_000)], { floorCents: null });
  const [handle] = handles() as [HTMLElement];
  const before = all('.thrline')[0]?.style.top;
  press(handle, 'ArrowUp');
  expect(plainText(all('.thrtag')[0])).toBe('sin guardar');
  expect(handle.getAttribute('aria-valuetext')?.replaceAll('\u00A0', ' ')).toBe(
    '170,50 €, sin guardar',
  );
  expect(all('.thrline')[0]?.style.top).not.toBe(before);
});

it('says how far the price is from where it was moved to', async () => {
  show([lineAt(14_000)]);
  const [handle] = handles() as [HTMLElement];
  press(handle, 'ArrowUp');
  expect(plainText(all('.thrtag')[0])).toBe('sin guardar · a un 6,3 % del precio');
  expect(await screen.findByText(/· no habría saltado en 30 días$/)).toBeInTheDocument();
});

it('the one that was just saved is pointed out', () => {
  show([lineAt(17_000), lineAt(19_000)], { savedId: 't19000' });
  expect(all('.thrline').map((line) => line.classList.contains('is-saved'))).toEqual([false, true]);
});

it.each([
  [at(-5), '0%'],
  [at(12), '25%'],
  [at(99), '100%'],
])('it is hatched since it exists, as far as that is shown: %i', (createdAtMs, left) => {
  show([lineAt(17_000, {}, createdAtMs)]);
  expect(all('.zone')[0]?.style.left).toBe(left);
  expect(all('.zone')[0]?.classList.contains('zone--up')).toBe(false);
});

it.each([
  ['por_debajo', 15_000, true],
  ['por_debajo', 14_900, false],
  ['por_encima', 15_000, true],
  ['por_encima', 15_100, false],
] as const)('the price of now beyond “%s” %i cents is marked: %s', (condicion, valor, isHit) => {
  show([lineAt(valor, { condicion })]);
  expect(all('.pt--end')[0]?.classList.contains('pt--hit')).toBe(isHit);
});

it('a snoozed line says so, is not hatched and marks no crossing', () => {
  const silentUntil = '2099-01-01T00:00:00.000Z';
  show([{ ...lineAt(15_000), silentUntil }]);
  const spoken = handles()[0]?.getAttribute('aria-valuetext');
  expect(spoken).toContain(silentUntilText(silentUntil));
  expect(all('.zone')).toEqual([]);
  expect(all('.pt--end')[0]).not.toHaveClass('pt--hit');
});

it('a line still being written marks nothing', () => {
  show([lineAt(15_000, {}, null)]);
  expect(all('.pt--end')[0]).not.toHaveClass('pt--hit');
  expect(handles()[0]).toHaveAccessibleDescription(/Intro la fija/);
});

it('the price of now stands at its instant, “ahora” at the end of the axis, and neither in a part before', () => {
  show([], {
    bounds: { fromMs: at(0), untilMs: at(60) },
    window: { fromMs: at(0), untilMs: at(60) },
  });
  expect(all('.pt--end')[0]?.style.left).toBe('80%');
  expect(screen.getByText('ahora')).toBeInTheDocument();
  cleanup();
  show([], { window: { fromMs: at(0), untilMs: at(47) } });
  expect(all('.pt--end')).toEqual([]);
  expect(screen.queryByText('ahora')).toBeNull();
  cleanup();
  show([]);
  expect(all('.pt--end')[0]?.style.left).toBe('100%');
});

it('a mark stands at its instant and price', () => {
  const mark = { id: 'm', atMs: at(12), cents: 17_500, title: 'Correo' };
  show([], { marks: [mark] });
  expect(screen.getByTitle('Correo')).toHaveStyle({ left: '25%', top: '50%' });
});

const mouse = (clientX: number, clientY = 100) => ({
  pointerId: 1,
  pointerType: 'mouse',
  clientX,
  clientY,
});
/** The plot, a thousand pixels wide and two hundred high. */
function plot(): HTMLElement {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({
    ...{ x: 0, y: 0, left: 0, top: 0, right: 1_000, bottom: 200, width: 1_000, height: 200 },
    toJSON: () => '',
  });
  // jsdom has none.
  Element.prototype.setPointerCapture = () => {};
  return screen.getByRole('slider', { name: /en el tiempo$/ });
}

it('a press offers an alert at the price of its height, where alerts can be offered', () => {
  const onOffer = vi.fn();
  show([], { onOffer });
  const pressed = plot();
  fireEvent.pointerDown(pressed, mouse(250));
  fireEvent.pointerUp(pressed, mouse(250));
  const offer = screen.getByRole('button', { name: /^Avísame a este precio: 175.€$/ });
  expect(offer).not.toHaveFocus();
  expect(offer.style.left).toBe('25%');
  fireEvent.click(offer);
  expect(onOffer.mock.calls).toEqual([[17_500]]);
  cleanup();
  show([]);
  const other = plot();
  fireEvent.pointerDown(other, mouse(250));
  fireEvent.pointerUp(other, mouse(250));
  fireEvent.keyDown(other, { key: 'Enter' });
  expect(screen.queryByRole('button', { name: /^Avísame/ })).toBeNull();
});

it.each([
  [200, 500],
  [500, 200],
])('the period dragged over from %i to %i px is shown', (from, to) => {
  show([], { onWindow: () => {} });
  const dragged = plot();
  expect(screen.queryByTestId('brush')).toBeNull();
  fireEvent.pointerDown(dragged, mouse(from));
  fireEvent.pointerMove(dragged, mouse(to));
  const { left, width } = screen.getByTestId('brush').style;
  expect([left, width].map(Number.parseFloat)).toEqual([expect.closeTo(20), expect.closeTo(30)]);
});

it('keys with the system’s or Alt are the browser’s, and Enter where nothing can be offered', () => {
  show([], { onWindow: () => {} });
  const keyed = plot();
  act(() => keyed.focus());
  const isLeft = (init: KeyboardEventInit) => fireEvent.keyDown(keyed, init);
  for (const init of [
    { key: 'Home', altKey: true },
    { key: 'Home', metaKey: true },
    { key: 'Enter' },
    { key: ' ' },
  ])
    expect(isLeft(init)).toBe(true);
  for (const key of ['+', '-', '0', 'Home']) expect(isLeft({ key })).toBe(false);
});

it('zooms out by its key, and where it does not zoom reads on to the edge and no further', () => {
  const onWindow = vi.fn();
  const window = { fromMs: at(12), untilMs: at(24) };
  show([], { window, onWindow });
  const keyed = plot();
  act(() => keyed.focus());
  fireEvent.keyDown(keyed, { key: '-' });
  expect(onWindow).toHaveBeenLastCalledWith({ fromMs: at(0), untilMs: at(24) });
  cleanup();
  show([], { window });
  const fixed = plot();
  act(() => fixed.focus());
  for (const key of ['End', 'ArrowRight', 'PageUp']) fireEvent.keyDown(fixed, { key });
  expect(fixed).toHaveAttribute('aria-valuenow', '100');
  fireEvent.keyDown(fixed, { key: 'ArrowLeft' });
  expect(fixed.getAttribute('aria-valuetext')).toContain('23:00');
});
