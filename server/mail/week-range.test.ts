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
const brief = (points: WeekPoint[]) =>
  categoryRanges(points).map(({ category, lowCents, lowAt, highCents, highAt }) => [
    category,
    [lowCents, lowAt.getTime() / 60_000],
    [highCents, highAt.getTime() / 60_000],
  ]);

it('follows the cheapest at each instant, not each collectible by itself', () => {
  // Each is dear in turn, but one of them always costs 150 at most.
  const points = [
    point(0, 'a', 100),
    point(0, 'b', 150),
    point(10, 'a', 200),
    point(20, 'a', 100),
    point(30, 'b', 250),
  ];
  expect(brief(points)).toEqual([['Categoría 2', [100, 0], [150, 10]]]);
});

it('applies all changes of one instant before it looks', () => {
  const points = [point(0, 'a', 100), point(5, 'a', 300), point(5, 'b', 120)];
  expect(brief(points)).toEqual([['Categoría 2', [100, 0], [120, 5]]]);
});

it('leaves out what was not listed, and intervals without a price', () => {
  const points = [
    point(0, 'x', null, 'Palco'),
    point(0, 'a', 100),
    point(5, 'a', null),
    point(9, 'a', 90),
  ];
  expect(brief(points)).toEqual([['Categoría 2', [90, 9], [100, 0]]]);
});

it('sorts categories as people count', () => {
  const points = ['Categoría 10', 'Categoría 2', 'Palco'].map((name) => point(0, name, 1, name));
  expect(categoryRanges(points).map(({ category }) => category)).toEqual([
    'Categoría 2',
    'Categoría 10',
    'Palco',
  ]);
});

it('keeps currencies of a category apart', () => {
  const points = [point(0, 'a', 100), { ...point(1, 'b', 50), currency: 'USD' }];
  expect(categoryRanges(points).map(({ currency, lowCents }) => [currency, lowCents])).toEqual([
    ['EUR', 100],
    ['USD', 50],
  ]);
});
