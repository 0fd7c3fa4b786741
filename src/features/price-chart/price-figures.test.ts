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
const series = '0:500 20:300 40:- 60:700';
const again = '0:400 10:700 20:300 30:700 40:300';

it.each([
  ['weighs each price by how long it held', series, 0, 100, '300@20 700@60 550'],
  ['counts what was in force at its beginning', series, 10, 30, '300@20 500@10 400'],
  ['has none while nothing is on sale', series, 45, 55, undefined],
  ['dates lowest and highest by when they were first', again, 0, 200, '300@20 700@10 390'],
  ['ends with the window', again, 0, 25, '300@20 700@10 500'],
  ['of a single instant is the price then', again, 40, 40, '300@40 300@40 300'],
])('%s', (_what, words, fromMs, untilMs, expected) => {
  const figures = priceFigures(seriesOf(words), { fromMs, untilMs });
  const extremes =
    figures && [figures.low, figures.high].map(({ cents, atMs }) => `${cents}@${atMs}`);
  expect(extremes?.concat(String(figures?.meanCents)).join(' ')).toBe(expected);
});

it('draws the window alone, with a gap where nothing was on sale', () => {
  const path = (fromMs: number, untilMs: number) =>
    stepPath(seriesOf(series), { fromMs, untilMs }, { low: 0, high: 1_000 });
  expect(path(0, 100)).toBe('M0 50H20V70H40M60 30H100');
  expect(path(10, 30)).toBe('M0 50H50V70H100');
});
