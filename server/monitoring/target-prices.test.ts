/** What the cheapest of several cost, from the changes of each. */
import { expect, it } from 'vitest';
import { targetPrices } from './target-prices.ts';

const at = (minute: number) => new Date(minute * 60_000);
/** `a0:200 b3:-`: collectible, minute and cents, `-` where it is not listed. */
const changesOf = (words: string) =>
  words.split(' ').map((word) => {
    const [, collectibleId = '', minute, cents] = /^(\w)(\d+):(.+)$/.exec(word) ?? [];
    return {
      collectibleId,
      observedAt: at(Number(minute)),
      floorCents: cents === '-' ? null : Number(cents),
    };
  });

it.each([
  ['the lowest in force at each change', 'a0:200 b0:300 b3:150 b4:400', '0:200 3:150 4:200'],
  ['only what changes it', 'a0:200 b1:300 b2:250', '0:200'],
  ['that nothing is listed', 'a0:200 a3:- b4:300', '0:200 3:- 4:300'],
  ['what was in force at the start, at the start', 'a1:200 b2:150 b9:300', '5:150 9:200'],
  ['one price of an instant', 'a6:200 b6:150', '6:150'],
])('are %s', (_what, changes, expected) => {
  const from = at(expected.startsWith('5') ? 5 : 0);
  const points = targetPrices(changesOf(changes), from);
  const said = points.map((point) => `${point.at.getTime() / 60_000}:${point.floorCents ?? '-'}`);
  expect(said.join(' ')).toBe(expected);
});
