/** Lows and highs of a category whose collectibles move by turns. */
import { expect, it } from 'vitest';
import type { WeekPoint } from '../db/market/weekly-prices.ts';
import { categoryRanges } from './week-range.ts';

const point = (
  minute: number,
  collectibleId: string,
  floorCents: number | null,
  category = 'Categoría 2',
): WeekPoint => ({
  collectibleId,
  category,
  currency: 'EUR',
  at: new Date(minute * 60_000),
  floorCents,
});
type Brief = [
  category: string,
  currency: string,
  low: [cents: number, minute: number],
  high: [number, number],
];
const [name, currency] = ['Categoría 2', 'EUR'];
it.each<[string, WeekPoint[], Brief[]]>([
  [
    // Each is dear in turn, but one of them always costs 150 at most.
    'the cheapest at each instant, not each collectible by itself',
    [
      point(0, 'a', 100),
      point(0, 'b', 150),
      point(10, 'a', 200),
      point(20, 'a', 100),
      point(30, 'b', 250),
    ],
    [[name, currency, [100, 0], [150, 10]]],
  ],
  [
    'all changes of one instant before it looks',
    [point(0, 'a', 100), point(5, 'a', 300), point(5, 'b', 120)],
    [[name, currency, [100, 0], [120, 5]]],
  ],
  [
    'nothing of what was not listed, and of intervals without a price',
    [point(0, 'x', null, 'Palco'), point(0, 'a', 100), point(5, 'a', null), point(9, 'a', 90)],
    [[name, currency, [90, 9], [100, 0]]],
  ],
  [
    'categories as people count',
    ['Categoría 10', 'Palco', name].map((category) => point(0, category, 1, category)),
    [name, 'Categoría 10', 'Palco'].map((category) => [category, currency, [1, 0], [1, 0]]),
  ],
  [
    'currencies of a category apart',
    [point(0, 'a', 100), { ...point(1, 'b', 50), currency: 'USD' }],
    [
      [name, currency, [100, 0], [100, 0]],
      [name, 'USD', [50, 1], [50, 1]],
    ],
  ],
])('follows %s', (_what, points, expected) => {
  expect(
    categoryRanges(points).map((range) => [
      ...[range.category, range.currency],
      [range.lowCents, range.lowAt.getTime() / 60_000],
      [range.highCents, range.highAt.getTime() / 60_000],
    ]),
  ).toEqual(expected);
});
