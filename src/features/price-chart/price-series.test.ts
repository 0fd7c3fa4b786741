/** Step series of the chart: gaps where nothing was on sale or no reading exists, the last price until now. */
import { expect, it } from 'vitest';
import { keyboardSteps, labelSide, stepAt, stepsWithin, toPriceSeries } from './price-series.ts';

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

it('keeps a gap that ends at a price, without a second change there', () => {
  const gaps = [{ from: isoAt(10), to: isoAt(40) }];
  const { steps } = toPriceSeries({ points: [point(10, 500), point(40, 450)], gaps }, ms(60));
  expect(steps).toEqual([
    { atMs: ms(10), cents: 500 },
    { atMs: ms(10) + 1, cents: null, isGap: true },
    { atMs: ms(40), cents: 450 },
  ]);
});

it('keeps a gap however many prices follow it, and leaves out one before the first price', () => {
  const gaps = [
    { from: isoAt(1), to: isoAt(2) },
    { from: isoAt(10), to: isoAt(40) },
  ];
  const points = [point(50, 300), point(5, 500), point(60, 400)];
  const { steps, fromMs } = toPriceSeries({ points, gaps }, null);
  expect(steps.map(({ atMs, cents }) => [atMs, cents])).toEqual([
    [ms(5), 500],
    [ms(10) + 1, null],
    [ms(40), 500],
    [ms(50), 300],
    [ms(60), 400],
  ]);
  expect(fromMs).toBe(ms(5));
});

it('ends at the last price where the last reading is older, and is empty without prices', () => {
  expect(toPriceSeries({ points: [point(20, 500)], gaps: [] }, ms(10)).untilMs).toBe(ms(20));
  const gaps = [{ from: isoAt(10), to: isoAt(40) }];
  const empty = { fromMs: ms(60), untilMs: ms(60), steps: [] };
  expect(toPriceSeries({ points: [], gaps }, ms(60))).toEqual(empty);
  expect(toPriceSeries({ points: [], gaps: [] }, null)).toEqual({
    fromMs: 0,
    untilMs: 0,
    steps: [],
  });
});

it('gives a window a change at its very start or end once, and none after the last reading', () => {
  const points = [point(10, 500), point(20, 400), point(40, 450), point(50, 300)];
  const series = toPriceSeries({ points, gaps: [] }, ms(50));
  expect(stepsWithin(series, { fromMs: ms(20), untilMs: ms(40) })).toEqual([
    { atMs: ms(20), cents: 400 },
    { atMs: ms(40), cents: 450 },
  ]);
  expect(stepsWithin(series, { fromMs: 0, untilMs: ms(10) })).toEqual([
    { atMs: ms(10), cents: 500 },
  ]);
  const future = [...series.steps, { atMs: ms(55), cents: 1 }];
  const window = { fromMs: ms(45), untilMs: ms(90) };
  expect(stepsWithin({ ...series, steps: future }, window).map(({ cents }) => cents)).toEqual([
    450, 300,
  ]);
});

const minutesPerDay = 1_440;
it.each([
  [180, 1, 10],
  [181, 60, 360],
  [3 * minutesPerDay, 60, 360],
  [3 * minutesPerDay + 1, 360, minutesPerDay],
  [14 * minutesPerDay, 360, minutesPerDay],
  [14 * minutesPerDay + 1, minutesPerDay, 7 * minutesPerDay],
  [120 * minutesPerDay, minutesPerDay, 7 * minutesPerDay],
  [120 * minutesPerDay + 1, 7 * minutesPerDay, 30 * minutesPerDay],
])('reads %i minutes in steps of %i by arrows and %i by pages', (span, arrow, page) => {
  const window = { fromMs: ms(5), untilMs: ms(5 + span) };
  expect(keyboardSteps(window)).toEqual({ arrowMs: ms(arrow), pageMs: ms(page) });
});

// A hundred minutes, of which a label covers the first or the last twenty-five; its band reaches from 5 to 6 €.
it.each([
  [
    'at the lower edge of the band',
    [
      [0, 500],
      [20, 900],
    ],
    'right',
  ],
  [
    'at the upper edge of the band',
    [
      [0, 600],
      [20, 900],
    ],
    'right',
  ],
  [
    'just below the band',
    [
      [0, 499],
      [20, 900],
    ],
    'left',
  ],
  [
    'just above the band',
    [
      [0, 601],
      [20, 900],
    ],
    'left',
  ],
  [
    'there for twenty minutes first, and for ten in the end',
    [
      [0, 550],
      [20, 900],
      [90, 550],
    ],
    'right',
  ],
  [
    'there for ten minutes first, and for twenty in the end',
    [
      [0, 550],
      [10, 900],
      [80, 550],
    ],
    'left',
  ],
  [
    'there as long first as in the end',
    [
      [0, 550],
      [10, 900],
      [90, 550],
    ],
    'left',
  ],
  [
    'there only in the middle',
    [
      [0, 900],
      [25, 550],
      [75, 900],
    ],
    'left',
  ],
  [
    'there in the middle and for ten minutes in the end',
    [
      [0, 900],
      [25, 550],
      [70, 900],
      [90, 550],
    ],
    'left',
  ],
  [
    'there from the middle of the first quarter on',
    [
      [0, 900],
      [10, 550],
      [50, 900],
    ],
    'right',
  ],
] as const)('with the price %s its label stands where it covers least', (_price, changes, side) => {
  const points = changes.map(([minute, cents]) => point(1_000 + minute, cents));
  const series = toPriceSeries({ points, gaps: [] }, ms(1_100));
  expect(labelSide(series, series, { low: 500, high: 600 })).toBe(side);
});

it('a label covers no price while nothing is for sale', () => {
  const points = [point(0, null), point(50, 900)];
  const series = toPriceSeries({ points, gaps: [] }, ms(100));
  expect(labelSide(series, series, { low: -10, high: 10 })).toBe('left');
});
