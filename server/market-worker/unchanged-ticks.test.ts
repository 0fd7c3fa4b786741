/** What a reading need not repeat, and what it says instead. */
import { expect, it } from 'vitest';
import type { StoredTick } from '../db/market/readings.ts';
import { UnchangedTicks } from './unchanged-ticks.ts';

const known = new Map(['a', 'b', 'c', 'd'].map((id) => [id, 'EUR']));
const prices = (...cents: number[]): StoredTick[] =>
  cents.map((floor, index) => ['abcd'[index] ?? '', floor, null, null]);
const minute = 60_000;

function read(...readings: [ticks: readonly StoredTick[], isNewest?: boolean, atMs?: number][]) {
  const unchanged = new UnchangedTicks();
  return readings.map(([ticks, isNewest = true, atMs = 0]) => {
    const { unseen, ...left } = unchanged.remove(
      { arrivedAt: new Date(atMs), ticks },
      known,
      isNewest,
    );
    return [left.ticks.map(([id, cents]) => `${id}${cents}`).join(' '), unseen];
  });
}

it.each([
  ['the first is whole', [[prices(1, 2, 3, 4)]], ['a1 b2 c3 d4', undefined]],
  ['what differs', [[prices(1, 2, 3, 4)], [prices(1, 5, 3, 4)], [prices(1, 5, 3, 6)]], ['d6', []]],
  ['nothing differs', [[prices(1, 2, 3, 4)], [prices(1, 2, 3, 4)]], ['', []]],
  ['some are not seen', [[prices(1, 2, 3, 4)], [prices(1, 2, 3)]], ['', ['d']]],
  ['more are unseen than unchanged', [[prices(1, 2, 3, 4)], [prices(1, 5)]], ['a1 b5', undefined]],
  [
    'one that came late is said again',
    [[prices(1, 2, 3, 4)], [prices(7), false], [prices(1, 2, 3, 4)]],
    ['a1', []],
  ],
  ['a late one', [[prices(1, 2, 3, 4)], [prices(1, 2, 3, 4), false]], ['a1 b2 c3 d4', undefined]],
  [
    'once an hour all is said again',
    [[prices(1, 2, 3, 4)], [prices(1, 2, 3, 4), true, 60 * minute]],
    ['a1 b2 c3 d4', undefined],
  ],
  [
    'asks and sales count',
    [
      [
        [
          ['a', 1, 2, null, [1, 2]],
          ['b', 1, 2, null, [1, 2], [['s', 1, 9]]],
          ['c', 1, 2, null, [1, 2]],
          ['d', 1, 2, 3],
        ],
      ],
      [
        [
          ['a', 1, 2, null, [1, 3]],
          ['b', 1, 2, null, [1, 2], [['t', 1, 9]]],
          ['c', 1, 2, null, [1, 2]],
          ['d', 1, 2, 3],
        ],
      ],
    ],
    ['a1 b1', []],
  ],
] as [string, Parameters<typeof read>, [string, string[] | undefined]][])(
  '%s',
  (_, readings, left) => {
    expect(read(...readings).at(-1)).toEqual(left);
  },
);
