/** Sales on the chart: those within its period and scale, and the one nearest to the instant read. */
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SaleMarks, saleNear, salesOf } from './sale-marks.tsx';

const window = { fromMs: 0, untilMs: 1_000_000 };
const sales = salesOf({
  collectibleId: 'c1',
  range: '24h',
  points: [],
  gaps: [],
  limitedToDays: null,
  sales: [
    { at: new Date(100_000).toISOString(), priceCents: 17_250 },
    { at: new Date(110_000).toISOString(), priceCents: 99_900 },
    { at: new Date(2_000_000).toISOString(), priceCents: 17_250 },
  ],
});

it('marks those of the period that lie on the scale, each with its price', () => {
  const scale = { low: 17_000, high: 18_000 };
  render(<SaleMarks sales={sales} window={window} scale={scale} currency="EUR" />);
  expect(screen.getAllByTitle(/^Venta a /).map(({ style }) => style.left)).toEqual(['10%']);
  expect(screen.getByTitle(/172,50/)).toBeInTheDocument();
});

it('reads the nearest one, where one is near', () => {
  expect(saleNear(sales, window, 106_000)?.cents).toBe(99_900);
  expect(saleNear(sales, window, 200_000)).toBeNull();
  expect(saleNear([], window, 0)).toBeNull();
});

it('is near up to a little more than a hundredth of the width', () => {
  expect(saleNear(sales, window, 100_000 - 12_000)?.cents).toBe(17_250);
  expect(saleNear(sales, window, 100_000 - 12_001)).toBeNull();
  expect(saleNear(sales, window, 104_000)?.cents).toBe(17_250);
  expect(saleNear([...sales].reverse(), window, 104_000)?.cents).toBe(17_250);
});

it('a source that lists no sales has none', () => {
  const history = { collectibleId: 'c1', range: '24h', points: [], gaps: [], limitedToDays: null };
  expect(salesOf(history as Parameters<typeof salesOf>[0])).toEqual([]);
});
