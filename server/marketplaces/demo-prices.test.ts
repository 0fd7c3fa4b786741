/** One collectible of the demo market, reading by reading, with the chances decided by the test. */
import { expect, test } from 'vitest';
import { advanceMarket, type DemoItem, resumeDemoItem } from './demo-prices.ts';
import { type Random, seededRandom } from './seeded-random.ts';

const at = new Date('2026-11-21T09:00:00Z');

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

test('at its kick-off it is sold out, and its last one was bought', () => {
  const one = item({ kickoffAt: at });
  expect(read(one, [0.5])).toBe(true);
  const sales = [{ soldAt: at.toISOString(), priceCents: 10_000 }];
  expect(one).toMatchObject({ asks: [], lastSaleCents: 10_000, sales });
  expect(read(one, [0])).toBe(false);
});

test.each([
  ['rises by one per cent typically', rises, 0, [10_100, 15_000]],
  ['falls as often', falls, 0, [9_900, 10_000, 12_000, 15_000]],
  ['rises far seldom', rises, 9, [24_600, 38_200]],
  ['never falls far: it would be the low of the month', falls, 9, [9_600, 10_000, 12_000, 15_000]],
  ['stays when its new price is the old one', rises, -9, [10_000, 12_000, 15_000]],
])('a floor that changes %s', (_name, direction, normal, asks) => {
  const one = item();
  read(one, [changes, stays, direction], normal);
  expect(one.asks).toEqual(asks);
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
