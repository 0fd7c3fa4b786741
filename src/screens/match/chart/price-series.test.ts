/** Step series of the chart: gaps where nothing was on sale or no reading exists, the last price until now. */
import { expect, it } from 'vitest';
import { labelSide, stepAt, toColumns, toPriceSeries } from './price-series.ts';

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
  expect(toColumns(series)).toEqual([
    [0, ms(10), ms(60)],
    [500, 400, 400],
  ]);
});

it('leaves a gap while nothing is on sale', () => {
  const points = [point(0, 500), point(10, null), point(20, 450)];
  expect(toColumns(toPriceSeries({ points, gaps: [] }, ms(30)))).toEqual([
    [0, ms(10) - 1, ms(10), ms(20), ms(30)],
    [500, 500, null, 450, 450],
  ]);
});

it('leaves a gap while there were no readings, and continues at the price then in force', () => {
  const gaps = [{ from: isoAt(10), to: isoAt(40) }];
  const series = toPriceSeries({ points: [point(0, 500)], gaps }, ms(60));
  expect(stepAt(series.steps, ms(20))).toMatchObject({ cents: null, isGap: true });
  expect(stepAt(series.steps, ms(40))).toEqual({ atMs: ms(40), cents: 500 });
  const [xs, ys] = toColumns(series);
  expect(ys).toEqual([500, 500, null, 500, 500]);
  expect(xs.at(-1)).toBe(ms(60));
});

it('draws prices that arrived late through what would have been a gap', () => {
  const gaps = [{ from: isoAt(10), to: isoAt(40) }];
  const points = [point(0, 500), point(20, 300), point(40, 500)];
  const [, ys] = toColumns(toPriceSeries({ points, gaps }, ms(40)));
  expect(ys).toContain(300);
  expect(ys).not.toContain(null);
});

it('uses the last of two prices of one instant', () => {
  const points = [point(0, 500), point(0, 400)];
  expect(toColumns(toPriceSeries({ points, gaps: [] }, ms(5)))).toEqual([
    [0, ms(5)],
    [400, 400],
  ]);
});

it('puts a label where it covers less of the price', () => {
  const series = toPriceSeries({ points: [point(0, 500), point(50, 900)], gaps: [] }, ms(100));
  expect(labelSide(series, { low: 480, high: 520 })).toBe('right');
  expect(labelSide(series, { low: 880, high: 920 })).toBe('left');
});
