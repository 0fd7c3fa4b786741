/** Step series of the chart: gaps where nothing was on sale or no reading exists, the last price until now. */
import { expect, it } from 'vitest';
import { labelSide, stepAt, stepsWithin, toPriceSeries } from './price-series.ts';

const isoAt = (minutes: number) => new Date(minutes * 60_000).toISOString();
const point = (minutes: number, floorCents: number | null) => ({
  at: isoAt(minutes),
  floorCents,
  late: false,
});
const ms = (minutes: number) => minutes * 60_000;

it('extends the last price until the last reading', () => {
  const series = toPriceSeries({ points: [point(0, 500), point(10, 400)], gaps: [] }, ms(60));
  expect(series).toMatchObject({ fromMs: 0, untilMs: ms(60) });
  expect(stepAt(series.steps, ms(60))?.cents).toBe(400);
});

it('leaves a gap while nothing is on sale', () => {
  const points = [point(0, 500), point(10, null), point(20, 450)];
  expect(toPriceSeries({ points, gaps: [] }, ms(30)).steps).toEqual([
    { atMs: 0, cents: 500 },
    { atMs: ms(10), cents: null },
    { atMs: ms(20), cents: 450 },
  ]);
});

it('leaves a gap while there were no readings, and continues at the price then in force', () => {
  const gaps = [{ from: isoAt(10), to: isoAt(40) }];
  const series = toPriceSeries({ points: [point(0, 500)], gaps }, ms(60));
  expect(stepAt(series.steps, ms(20))).toMatchObject({ cents: null, isGap: true });
  expect(stepAt(series.steps, ms(40))).toEqual({ atMs: ms(40), cents: 500 });
  expect(series.steps.map(({ cents }) => cents)).toEqual([500, null, 500]);
  expect(series.untilMs).toBe(ms(60));
});

it('leaves the last price before a gap its instant', () => {
  const gaps = [{ from: isoAt(10), to: isoAt(40) }];
  const { steps } = toPriceSeries({ points: [point(0, 500), point(10, 300)], gaps }, ms(60));
  expect(steps.map(({ cents }) => cents)).toEqual([500, 300, null, 300]);
});

it('draws prices that arrived late through what would have been a gap', () => {
  const gaps = [{ from: isoAt(10), to: isoAt(40) }];
  const points = [point(0, 500), point(20, 300), point(40, 500)];
  const { steps } = toPriceSeries({ points, gaps }, ms(40));
  expect(steps.map(({ cents }) => cents)).toEqual([500, 300, 500]);
});

it('uses the last of two prices of one instant', () => {
  const points = [point(0, 500), point(0, 400)];
  expect(toPriceSeries({ points, gaps: [] }, ms(5)).steps).toEqual([{ atMs: 0, cents: 400 }]);
});

it('puts a label where it covers less of the price', () => {
  const series = toPriceSeries({ points: [point(0, 500), point(50, 900)], gaps: [] }, ms(100));
  expect(labelSide(series, series, { low: 480, high: 520 })).toBe('right');
  expect(labelSide(series, series, { low: 880, high: 920 })).toBe('left');
});

it('gives a window the price in force at its start and the changes within it', () => {
  const points = [point(0, 500), point(10, 400), point(30, 450), point(50, 300)];
  const series = toPriceSeries({ points, gaps: [] }, ms(60));
  expect(stepsWithin(series, { fromMs: ms(20), untilMs: ms(40) })).toEqual([
    { atMs: ms(20), cents: 400 },
    { atMs: ms(30), cents: 450 },
  ]);
});
