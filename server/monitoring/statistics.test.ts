import { expect, test } from 'vitest';
import { statisticsOf } from './statistics.ts';

const item = (daily: (number | null)[], tickets = 1) => ({
  currency: 'EUR',
  floorCents: daily.at(-1) ?? null,
  tickets,
  daily: [...Array(31 - daily.length).fill(null), ...daily],
});

test('without prices every figure says so, and none says zero', () => {
  const figures = statisticsOf([item([null])], 'EUR');
  const { currency, ...rest } = figures;
  expect(currency).toBe('EUR');
  for (const { value, sampleSize } of Object.values(rest)) {
    expect([value, sampleSize]).toEqual([null, 0]);
  }
});

test('six daily returns are too few for a volatility, seven are enough', () => {
  const days = (count: number) =>
    item(Array.from({ length: count }, (_, day) => 1_000 + (day % 2) * 100));
  expect(statisticsOf([days(7)], 'EUR').volatility).toEqual({ value: null, sampleSize: 6 });
  const { value, sampleSize } = statisticsOf([days(8)], 'EUR').volatility;
  expect(sampleSize).toBe(7);
  // Seven returns of ±ln 1.1, four up: sd = ln 1.1 · √(48/42).
  expect(value).toBeCloseTo(Math.log(1.1) * Math.sqrt(48 / 42), 10);
});

test('the floor is the cheapest, and the best value the cheapest per ticket', () => {
  const figures = statisticsOf([item([900, 1_000]), item([3_500, 3_600], 4)], 'EUR');
  expect(figures.floorCents).toEqual({ value: 1_000, sampleSize: 2 });
  expect(figures.bestValuePerTicketCents).toEqual({ value: 900, sampleSize: 2 });
  expect(figures.change24hBp).toEqual({ value: 1_111, sampleSize: 2 });
  expect(figures.change7dBp).toEqual({ value: null, sampleSize: 0 });
});
