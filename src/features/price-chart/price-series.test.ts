/** Step series of the chart: gaps where nothing was on sale or no reading exists, the last price until now. */
import { expect, it } from 'vitest';
import { keyboardSteps, stepAt, stepsWithin, toPriceSeries } from './price-series.ts';

const ms = (minutes: number) => minutes * 60_000;
const isoAt = (minutes: number) => new Date(ms(minutes)).toISOString();
/** `0:500 10:-`: price by minute, `-` where nothing is on sale. */
const pointsOf = (words: string) =>
  words.split(' ').map((point) => {
    const [minute, cents] = point.split(':');
    const floorCents = cents === '-' ? null : Number(cents);
    return { at: isoAt(Number(minute)), floorCents, late: false };
  });
const seriesOf = (points: string, until: number | null, gaps: readonly [number, number][] = []) =>
  toPriceSeries(
    {
      points: points === '' ? [] : pointsOf(points),
      gaps: gaps.map(([from, to]) => ({ from: isoAt(from), to: isoAt(to) })),
    },
    until === null ? null : ms(until),
  );
const wordsOf = (steps: ReturnType<typeof seriesOf>['steps']) =>
  steps
    .map(({ atMs, cents, isGap }) => `${atMs / 60_000}:${cents ?? (isGap ? 'gap' : '-')}`)
    .join(' ')
    // A gap begins a millisecond after the last price before it.
    .replaceAll(/\.0\d+:/g, '+:');

const away: [number, number][] = [[10, 40]];
it.each([
  ['leaves a gap while nothing is on sale', '0:500 10:- 20:450', [], '0:500 10:- 20:450'],
  ['and without readings, then at the price in force', '0:500', away, '0:500 10+:gap 40:500'],
  ['leaves the price before a gap its instant', '0:1 10:300', away, '0:1 10:300 10+:gap 40:300'],
  ['ends a gap at a price that changes then', '10:500 40:450', away, '10:500 10+:gap 40:450'],
  ['draws late prices through what would be a gap', '0:500 20:300 40:5', away, '0:500 20:300 40:5'],
  ['uses the last of two prices of one instant', '0:500 0:400', [], '0:400'],
  ['leaves out a gap before the first price', '5:500', [[1, 2], ...away], '5:500 10+:gap 40:500'],
  ['sorts', '50:300 5:500', [], '5:500 50:300'],
] as [string, string, [number, number][], string][])('%s', (_what, points, gaps, steps) => {
  expect(wordsOf(seriesOf(points, 60, gaps).steps)).toBe(steps);
});

it('lasts until the last reading, or the last price where that is later, and is empty without prices', () => {
  const series = seriesOf('0:500 10:400', 60);
  expect(series).toMatchObject({ fromMs: 0, untilMs: ms(60) });
  expect(stepAt(series.steps, ms(60))?.cents).toBe(400);
  expect(seriesOf('20:500', 10).untilMs).toBe(ms(20));
  expect(seriesOf('', 60, [[10, 40]])).toEqual({ fromMs: ms(60), untilMs: ms(60), steps: [] });
  expect(seriesOf('', null)).toEqual({ fromMs: 0, untilMs: 0, steps: [] });
});

it.each([
  [20, 40, '20:400 30:450 40:300'],
  [15, 35, '15:400 30:450'],
  [0, 10, '10:400'],
  [45, 90, '45:300'],
])(
  'from minute %i to %i there are the price in force and the changes within',
  (from, until, steps) => {
    const series = seriesOf('10:400 30:450 40:300 70:1', 70);
    const window = { fromMs: ms(from), untilMs: ms(until) };
    expect(wordsOf(stepsWithin({ ...series, untilMs: ms(60) }, window))).toBe(steps);
  },
);

it.each([
  ['three hours', 180, 1, 10],
  ['three days', 3 * 1_440, 60, 360],
])('reads %s in steps that are never too many: %i minutes by %i and %i', (...row) => {
  const [, span, arrow, page] = row;
  const window = { fromMs: ms(5), untilMs: ms(5 + span) };
  expect(keyboardSteps(window)).toEqual({ arrowMs: ms(arrow), pageMs: ms(page) });
});
