/** One collectible of the demo market, reading by reading, with the chances decided by the test. */
import { describe, expect, test } from 'vitest';
import { advanceMarket, type DemoItem, resumeDemoItem } from './demo-prices.ts';
import { type Random, seededRandom } from './seeded-random.ts';

const at = new Date('2026-11-21T09:00:00Z');
const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(at.getTime() + hours * hourMs);

/** Without waves: its mean is 100 €. */
const item = (part: Partial<DemoItem> = {}): DemoItem => ({
  ...{ id: 'c', matchId: 'm', category: 'n', anchorCents: 10_000, kickoffAt: null },
  ...{ asks: [10_000, 12_000, 15_000], lastSaleCents: null, sales: [], waves: [] },
  ...part,
});
/** Gives these numbers, then 0.9; `normal` each time. */
const random = (values: readonly number[], normal = 0): Random => {
  const left = [...values];
  return { next: () => left.shift() ?? 0.9, normal: () => normal };
};
/** @returns whether its floor changed */
const read = (one: DemoItem, ...chances: Parameters<typeof random>) =>
  advanceMarket([one], at, random(...chances)).length > 0;
const [changes, stays, rises, falls] = [0.019, 0.99, 0.4, 0.5];

test.each<[string, Date | null, number, boolean]>([
  ['two of a hundred change in a reading', null, 0.0199, true],
  ['no more', null, 0.02, false],
  ['nor two days before the kick-off', inHours(48), 0.02, false],
  ['but half as many again after it', inHours(47.9), 0.0299, true],
  ['no more than that', inHours(47.9), 0.03, false],
])('%s', (_name, kickoffAt, chance, changed) => {
  expect(read(item({ kickoffAt }), [chance, stays, rises])).toBe(changed);
});

test.each<[string, Date | null, number, boolean]>([
  ['a change is a sell-out now and then', null, 0.019, true],
  ['seldom', null, 0.02, false],
  ['more often in the last two days', inHours(47.9), 0.099, true],
  ['but not always', inHours(47.9), 0.1, false],
])('%s', (_name, kickoffAt, chance, isSoldOut) => {
  const one = item({ kickoffAt });
  read(one, [changes, chance, rises]);
  expect(one.asks.length === 0).toBe(isSoldOut);
});

test('at its kick-off it is sold out, and its last one was bought', () => {
  const one = item({ kickoffAt: at });
  expect(read(one, [0.5])).toBe(true);
  const sales = [{ soldAt: at.toISOString(), priceCents: 10_000 }];
  expect(one).toMatchObject({ asks: [], lastSaleCents: 10_000, sales });
  expect(read(one, [0])).toBe(false);
});

test.each([
  [0, 1],
  [0.99, 4],
])('sold out it comes back near its mean, at a chance of %d with %d asks', (chance, count) => {
  const one = item({ asks: [], sales: [{ id: '1', soldAt: '', priceCents: 1 }] });
  read(one, [changes, chance], -1);
  expect(one).toMatchObject({ asks: { length: count, 0: 11_500 }, sales: [] });
});

describe('a floor that changes', () => {
  test.each([
    ['rises by one per cent typically', rises, 0, [10_100, 15_000]],
    ['falls as often', falls, 0, [9_900, 10_000, 12_000, 15_000]],
    ['rises far seldom', rises, 9, [24_600, 38_200]],
    [
      'never falls far: it would be the low of the month',
      falls,
      9,
      [9_600, 10_000, 12_000, 15_000],
    ],
    ['stays when its new price is the old one', rises, -9, [10_000, 12_000, 15_000]],
  ])('%s', (_name, direction, normal, asks) => {
    const one = item();
    read(one, [changes, stays, direction], normal);
    expect(one.asks).toEqual(asks);
  });
});

test.each([
  ['the stored asks', 900, 5, [900, 2_000], 2],
  ['as many as are stored', 900, 5, null, 5],
  ['at least one for a floor', 900, 0, null, 1],
  ['nothing where it was sold out', null, 0, null, 0],
])('after a restart it goes on with %s', (_name, floorCents, listings, asks, count) => {
  const stored = { floorCents, listings, asks, lastSaleCents: 950, kickoffAt: at };
  const resumed = resumeDemoItem(item(), stored, seededRandom('restart'));
  expect(resumed).toMatchObject({ asks: { length: count }, lastSaleCents: 950, kickoffAt: at });
  expect(resumed.asks[0] ?? null).toBe(floorCents);
});
