/** What the chart says at an instant: the price, its change, the nearest line, and where all that stands. */
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { plainText } from '#tests/support/screen-harness.tsx';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { ChartReadout } from './chart-readout.tsx';
import type { PriceStep } from './price-series.ts';
import type { ChartLine } from './threshold-line.tsx';

type Props = Parameters<typeof ChartReadout>[0];
const hourMs = 3_600_000;
const start = new Date(2026, 10, 20).getTime();
const at = (hours: number) => start + hours * hourMs;

/** A hundred hours, on a scale of 0 to 10 €. */
function show(
  steps: readonly (readonly [hours: number, cents: number | null])[],
  part: Partial<Props> = {},
) {
  const series = {
    fromMs: at(0),
    untilMs: at(100),
    steps: steps.map(([hours, cents]): PriceStep => ({ atMs: at(hours), cents })),
  };
  return render(
    <ChartReadout
      series={series}
      compared={[]}
      window={{ fromMs: at(0), untilMs: at(100) }}
      scale={{ low: 0, high: 1_000 }}
      currency="EUR"
      lines={[]}
      sale={null}
      cursorMs={at(50)}
      {...part}
    />,
  ).container;
}
const readout = () => screen.getByTestId('readout');
const words = () => plainText(readout());
const lineAt = (valor: number, createdAtMs: number | null = at(0)): ChartLine => ({
  id: String(valor),
  umbral: umbralSample({ valor }),
  createdAtMs,
});

it('says the price in force, and its change against that of a day before', () => {
  show([
    [0, 400],
    [26, 500],
    [27, 900],
    [50, 600],
  ]);
  expect(words()).toMatch(/^dom 22 nov, 02:006,00 €24 h/);
  expect(words()).toContain('sube 20,0 %');
});

it.each([
  [500, 'sin cambios = 0,0 %'],
  [450, 'baja 10,0 %'],
])('of %i cents after 5 € it says “%s”', (cents, change) => {
  show([
    [0, 500],
    [50, cents],
  ]);
  expect(words()).toContain(change);
});

it('without a price it says why, and nothing else', () => {
  const container = show([
    [0, 500],
    [40, null],
  ]);
  expect(words()).toBe('dom 22 nov, 02:00Nada en venta');
  expect(container.querySelector('.pt')).toBeNull();
});

it('before the first price nothing is known to be on sale, and there is no change yet', () => {
  show([[80, 500]]);
  expect(words()).toContain('Nada en venta');
});

it('compares with the nearest line that existed then, either side, or with a draft', () => {
  const lines = [lineAt(100), lineAt(640), lineAt(595, at(51)), lineAt(570, at(50))];
  const saved = show([[0, 600]], { lines });
  expect(words()).toContain('Hasta 5,70 €faltan 0,30 €');
  saved.remove();
  show([[0, 600]], { lines: [lineAt(100), lineAt(640, null)] });
  expect(words()).toContain('Hasta 6,40 €cruzado');
});

it('says a sale nearby and the other prices, and makes room for them', () => {
  const other = { fromMs: at(0), untilMs: at(100), steps: [{ atMs: at(0), cents: 1_200 }] };
  const container = show([[0, 600]], {
    sale: { atMs: at(50), cents: 555 },
    compared: [{ id: 'c2', name: 'Palco', dash: '1 2', series: other }],
  });
  expect(words()).toContain('Venta5,55 €Palco12 €');
  expect(container.querySelector('dl')?.className.trim()).toBe('has-sale has-compared');
  container.remove();
  const plain = show([[0, 600]]);
  expect(plain.querySelector('dl')?.className.trim()).toBe('');
});

it.each([
  [0, 'left', '0%'],
  [60, 'left', '60%'],
  [61, 'right', '39%'],
  [100, 'right', '0%'],
])('at hour %i of a hundred it hangs by its %s', (hours, side, distance) => {
  const container = show([[0, 250]], { cursorMs: at(hours) });
  const { left, right } = readout().style;
  expect(side === 'left' ? [left, right] : [right, left]).toEqual([
    expect.stringMatching(new RegExp(`^${distance.replace('%', '(\\.0+\\d*)?%')}$`)),
    '',
  ]);
  expect(readout().classList.contains('readout--left')).toBe(side === 'right');
  expect(container.querySelector('.pt')).toHaveStyle({ left: `${hours}%`, top: '75%' });
  expect(container.querySelector('.readcursor')).toHaveStyle({ left: `${hours}%` });
});

it('reads the last price, idle, when nothing else is read, and nothing outside the period', () => {
  const container = show(
    [
      [0, 250],
      [99, 300],
    ],
    { cursorMs: null },
  );
  expect(words()).toContain('3,00 €');
  expect(container.querySelectorAll('.is-idle')).toHaveLength(3);
  container.remove();
  const read = show(
    [
      [0, 250],
      [99, 300],
    ],
    { cursorMs: at(-5) },
  );
  expect(words()).toContain('2,50 €');
  expect(read.querySelectorAll('.is-idle')).toHaveLength(0);
});

// Beside hour 20 it covers the next thirty-five, beside hour 80 those before.
it.each([
  ['the price goes along the top', 20, [[0, 900]], true],
  ['the price goes along the top', 80, [[0, 900]], true],
  ['the price goes along the bottom', 20, [[0, 100]], false],
  [
    'half of the prices are at the top',
    20,
    [
      [0, 900],
      [20, 900],
      [30, 100],
    ],
    false,
  ],
  [
    'more of them are',
    20,
    [
      [0, 900],
      [20, 900],
      [30, 100],
      [40, 900],
    ],
    true,
  ],
  [
    'the price in the middle is no higher than half',
    20,
    [
      [0, 100],
      [25, 500],
    ],
    false,
  ],
  [
    'what is at the top comes later',
    20,
    [
      [0, 100],
      [20, 100],
      [56, 900],
      [57, 900],
    ],
    false,
  ],
  [
    'the last it covers is at the top',
    20,
    [
      [0, null],
      [55, 900],
    ],
    true,
  ],
  [
    'nothing is on sale there',
    20,
    [
      [0, null],
      [30, null],
      [40, 900],
    ],
    true,
  ],
  [
    'the price was at the top before',
    80,
    [
      [0, 100],
      [45, 900],
      [80, 900],
    ],
    true,
  ],
  [
    'the price was at the top long before',
    80,
    [
      [0, 900],
      [44, 900],
      [46, 100],
    ],
    false,
  ],
  [
    'the price is at the top since',
    80,
    [
      [0, 100],
      [50, 100],
      [81, 900],
      [82, 900],
    ],
    false,
  ],
] as const)('where %s it stands in the half with less of it', (_where, hours, steps, isLow) => {
  show(steps, { cursorMs: at(hours) });
  expect(readout().classList.contains('readout--low')).toBe(isLow);
});

it('at rest says the price and the change that the page says, whatever the series has', () => {
  show([[0, 250]], { cursorMs: null, now: { cents: 300, changeBp: -1_000 } });
  expect(words()).toContain('3,00 €');
  expect(words()).toContain('baja 10,0 %');
});

it('where a series is sampled it says between what the price was, and no change', () => {
  const series = {
    fromMs: at(0),
    untilMs: at(100),
    steps: [
      { atMs: at(0), cents: 250 },
      { atMs: at(41), cents: 200 },
      { atMs: at(48), cents: 400 },
    ],
    sampled: { fromMs: at(0), untilMs: at(60), stretchMs: at(20) - at(0) },
  };
  show([], { series, cursorMs: at(45) });
  expect(words()).toContain('entre 2 € y 4 €');
  expect(words()).not.toContain('24 h');
});
