/** Sales on the chart: those within its period and scale, and the one nearest to the instant read. */
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { historySample } from '#tests/support/threshold-samples.ts';
import { SaleMarks, saleNear, salesOf } from './sale-marks.tsx';

const window = { fromMs: 0, untilMs: 1_000_000 };
const sold = (atMs: number, priceCents: number) => ({
  at: new Date(atMs).toISOString(),
  priceCents,
});
const sales = salesOf(
  historySample({ sales: [sold(100_000, 17_250), sold(110_000, 99_900), sold(2_000_000, 17_250)] }),
);

it('marks those of the period that lie on the scale, each with its price', () => {
  const scale = { low: 17_000, high: 18_000 };
  render(<SaleMarks sales={sales} window={window} scale={scale} currency="EUR" />);
  expect(screen.getAllByTitle(/^Venta a 172,50/).map(({ style }) => style.left)).toEqual(['10%']);
});

it.each([
  [106_000, 99_900],
  [104_000, 17_250],
  [88_000, 17_250],
  [87_999, undefined],
])(
  'near %i ms, which is a little more than a hundredth of the width, it reads %j',
  (atMs, cents) => {
    for (const listed of [sales, [...sales].reverse()])
      expect(saleNear(listed, window, atMs)?.cents).toBe(cents);
  },
);

it('a source that lists no sales has none', () => {
  expect(saleNear(salesOf(historySample()), window, 0)).toBeNull();
});
