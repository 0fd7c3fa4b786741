/** Low, high and mean of a window: the price in force at its start counts, times without one do not. */
import { expect, it } from 'vitest';
import { priceFigures } from './price-figures.ts';
import { stepPath } from './step-path.ts';

/** `0:500 40:-`: cents by millisecond, `-` where nothing is on sale. */
const seriesOf = (words: string) => ({
  fromMs: 0,
  untilMs: 100,
  steps: words.split(' ').map((step) => {
    const [atMs, cents] = step.split(':');
    return { atMs: Number(atMs), cents: cents === '-' ? null : Number(cents) };
  }),
});
const series = seriesOf('0:500 20:300 40:- 60:700');

it('weighs each price by how long it held', () => {
  expect(priceFigures(series, { fromMs: 0, untilMs: 100 })).toEqual({
    low: { cents: 300, atMs: 20 },
    high: { cents: 700, atMs: 60 },
    meanCents: (500 * 20 + 300 * 20 + 700 * 40) / 80,
  });
});

it('counts what was in force when the window began, and nothing outside it', () => {
  expect(priceFigures(series, { fromMs: 10, untilMs: 30 })).toEqual({
    low: { cents: 300, atMs: 20 },
    high: { cents: 500, atMs: 10 },
    meanCents: 400,
  });
  expect(priceFigures(series, { fromMs: 45, untilMs: 55 })).toBeNull();
});

it('draws the window alone, with a gap where nothing was on sale', () => {
  const scale = { low: 0, high: 1_000 };
  expect(stepPath(series, { fromMs: 0, untilMs: 100 }, scale)).toBe('M0 50H20V70H40M60 30H100');
  expect(stepPath(series, { fromMs: 10, untilMs: 30 }, scale)).toBe('M0 50H50V70H100');
});

it('dates the lowest and highest by when they were first, and weighs nothing by nothing', () => {
  const again = seriesOf('0:400 10:700 20:300 30:700 40:300');
  const figures = priceFigures(again, { fromMs: 0, untilMs: 200 });
  expect([figures?.low.atMs, figures?.high.atMs]).toEqual([20, 10]);
  expect(figures?.meanCents).toBe((400 + 700 + 300 + 700 + 300 * 6) / 10);
  // A single instant: the price then.
  expect(priceFigures(again, { fromMs: 40, untilMs: 40 })?.meanCents).toBe(300);
  const earlier = { fromMs: 0, untilMs: 25 };
  expect(priceFigures(again, earlier)?.meanCents).toBe((400 * 10 + 700 * 10 + 300 * 5) / 25);
});
