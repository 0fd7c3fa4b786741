/** One collectible of the demo market, reading by reading, with the chances decided by the test. */
import { describe, expect, test } from 'vitest';
import { advanceMarket, type DemoItem, newDemoItem, resumeDemoItem } from './demo-prices.ts';
import { type Random, seededRandom } from './seeded-random.ts';

const at = new Date('2026-11-21T09:00:00Z');
const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(at.getTime() + hours * hourMs);

/** Without waves: its mean is 100 €. */
const item = (part: Partial<DemoItem> = {}): DemoItem => ({
  id: 'c',
  matchId: 'm',
  category: 'n',
  anchorCents: 10_000,
  kickoffAt: null,
  asks: [10_000, 12_000, 15_000],
  lastSaleCents: null,
  sales: [],
  waves: [],
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
const changes = 0.019;
const stays = 0.99;
const rises = 0.4;
const falls = 0.5;

describe('two of a hundred change in a reading', () => {
  test.each<[string, Date | null, number, boolean]>([
    ['without a kick-off', null, 0.0199, true],
    ['without a kick-off', null, 0.02, false],
    ['two days before the kick-off', inHours(48), 0.02, false],
    ['in the last two days, more', inHours(47.9), 0.0299, true],
    ['in the last two days', inHours(47.9), 0.03, false],
  ])('%s: %s at %d', (_when, kickoffAt, chance, changed) => {
    expect(read(item({ kickoffAt }), [chance, stays, rises])).toBe(changed);
  });

  test('and only those are returned', () => {
    const items = [item({ id: 'a' }), item({ id: 'b' })];
    const found = advanceMarket(items, at, random([0.5, changes, stays, rises]));
    expect(found.map(({ id }) => id)).toEqual(['b']);
  });
});

describe('a collectible sells out', () => {
  test.each<[string, Date | null, number, boolean]>([
    ['now and then', null, 0.019, true],
    ['seldom', null, 0.02, false],
    ['more often in the last two days', inHours(47.9), 0.099, true],
    ['in the last two days, too, not always', inHours(47.9), 0.1, false],
    ['as seldom two days before', inHours(48), 0.05, false],
  ])('%s: %s at %d', (_when, kickoffAt, chance, isSoldOut) => {
    const one = item({ kickoffAt });
    read(one, [changes, chance, rises]);
    expect(one.asks.length === 0).toBe(isSoldOut);
  });

  test('at its kick-off, and its last one was bought', () => {
    const one = item({ kickoffAt: at });
    expect(read(one, [0.5])).toBe(true);
    expect(one).toMatchObject({
      asks: [],
      lastSaleCents: 10_000,
      sales: [{ soldAt: at.toISOString(), priceCents: 10_000 }],
    });
    expect(read(one, [0])).toBe(false);
    const later = item({ kickoffAt: inHours(0.001) });
    expect(read(later, [0.5])).toBe(false);
  });

  test('and is on sale again near its mean, with one to four', () => {
    for (const [chance, count] of [
      [0, 1],
      [0.5, 3],
      [0.99, 4],
    ] as const) {
      const one = item({ asks: [], sales: [{ id: '1', soldAt: '', priceCents: 1 }] });
      expect(read(one, [changes, chance], -1)).toBe(true);
      expect(one.asks).toHaveLength(count);
      expect(one).toMatchObject({ asks: { 0: 11_500 }, sales: [] });
    }
  });
});

describe('a floor that changes', () => {
  test('rises as often as it falls, by one per cent typically', () => {
    const [risen, fallen] = [item(), item()];
    expect(read(risen, [changes, stays, rises])).toBe(true);
    expect(read(fallen, [changes, stays, falls])).toBe(true);
    expect(risen.asks).toEqual([10_100, 15_000]);
    expect(fallen.asks).toEqual([9_900, 10_000, 12_000, 15_000]);
  });

  test('rises far seldom, and never falls far: it would be the low of the month', () => {
    const [risen, fallen] = [item(), item()];
    read(risen, [changes, stays, rises], 9);
    read(fallen, [changes, stays, falls], 9);
    expect(risen.asks[0]).toBe(24_600);
    expect(fallen.asks[0]).toBe(9_600);
  });

  test('rises half as far with half the deviation', () => {
    const one = item();
    read(one, [changes, stays, rises], 1);
    // 1 % times e^1.7.
    expect(one.asks[0]).toBe(10_550);
  });

  test('that would stay where it is, is none', () => {
    const sales = [{ id: '1', soldAt: at.toISOString(), priceCents: 9_000 }];
    const one = item({ sales });
    expect(read(one, [changes, stays, rises], -9)).toBe(false);
    expect(one).toMatchObject({ asks: [10_000, 12_000, 15_000], sales });
  });

  test('that rises was bought one time in three; one that falls never', () => {
    const sales = [{ id: '1', soldAt: '', priceCents: 1 }];
    const [bought, withdrawn, fallen] = [item({ sales }), item({ sales }), item({ sales })];
    read(bought, [changes, stays, rises, 0.349]);
    read(withdrawn, [changes, stays, rises, 0.35]);
    read(fallen, [changes, stays, falls, 0]);
    expect(bought).toMatchObject({
      lastSaleCents: 10_000,
      sales: [{ id: at.getTime().toString(36), priceCents: 10_000 }],
    });
    for (const one of [withdrawn, fallen])
      expect(one).toMatchObject({ lastSaleCents: null, sales: [] });
  });
});

test('the mean drifts in waves, the same at the same instant', () => {
  const periodMs = 4 * hourMs;
  const wave = { amplitude: 0.1, periodMs, phase: -(at.getTime() / periodMs) };
  const floorIn = (hours: number, waves = [wave]) => {
    const one = item({ asks: [1], waves });
    advanceMarket([one], inHours(hours), random([changes, stays, rises], -9));
    return one.asks[0];
  };
  expect([0, 1, 2, 3, 4].map((hours) => floorIn(hours))).toEqual([
    10_000, 11_050, 10_000, 9_050, 10_000,
  ]);
  expect(floorIn(1, [wave, wave])).toBe(12_200);
});

describe('a new collectible', () => {
  const collectible = { id: 'c', matchId: 'm', category: 'n', anchorCents: 10_000 };

  test('has its floor near its mean and from four to more than forty on sale', () => {
    for (const [chance, count] of [
      [0, 4],
      [0.5, 14],
      [0.999, 43],
    ] as const) {
      const one = newDemoItem(collectible, at, random([chance], 1));
      expect(one.asks).toHaveLength(count);
      // e^0.08.
      expect(one).toMatchObject({ asks: { 0: 10_850 }, kickoffAt: at, lastSaleCents: null });
    }
  });

  test('has swings of every length, each longer than a scale and less than twice it', () => {
    const { waves } = newDemoItem(collectible, null, seededRandom('x'));
    const hours = [40 * 24, 8 * 24, 40, 8, 100 / 60, 20 / 60];
    expect(waves.map(({ amplitude }) => amplitude)).toEqual([
      0.13, 0.075, 0.043, 0.025, 0.014, 0.008,
    ]);
    for (const [index, { periodMs }] of waves.entries()) {
      const ratio = periodMs / ((hours[index] ?? 0) * hourMs);
      expect(ratio).toBeGreaterThan(1);
      expect(ratio).toBeLessThan(2);
    }
  });

  test('keeps at least one on sale where its floor is stored without a count', () => {
    const stored = { floorCents: 900, listings: 0, lastSaleCents: null, kickoffAt: null };
    const one = resumeDemoItem(item(), { ...stored, asks: null }, random([]));
    expect(one.asks).toEqual([900]);
  });
});
