import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PriceLog } from './price-log.ts';

const day = 24 * 3_600_000;

it('finds the lowest price of any window, also of one that ends before the newest entry', () => {
  const change = fc.record({
    collectible: fc.integer({ min: 0, max: 2 }),
    after: fc.integer({ min: 1, max: 5 }),
    floor: fc.integer({ min: 0, max: 6 }),
  });
  const window = fc.record({
    from: fc.integer({ min: -5, max: 200 }),
    length: fc.integer({ min: 1, max: 100 }),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(change, window), { maxLength: 60, size: 'max' }), (steps) => {
      const logs = new PriceLog();
      const plain: { atMs: number; floor: number }[][] = [[], [], []];
      for (const collectible of plain.keys()) logs.reset(collectible);
      let now = 0;
      for (const [{ collectible, after, floor }, { from, length }] of steps) {
        now += after;
        logs.record(collectible, now, floor);
        const own = plain[collectible] ?? [];
        own.push({ atMs: now, floor });
        const to = from + length;
        const inForce = own
          .filter(({ atMs }, index) => atMs < to && (own[index + 1]?.atMs ?? Infinity) > from)
          .map((known) => known.floor)
          .filter((cents) => cents > 0);
        const lowest = inForce.length === 0 ? 0 : Math.min(...inForce);
        expect(logs.lowestIn(collectible, from, to)).toBe(lowest);
      }
    }),
    { numRuns: 1_000 },
  );
});

it('answers for the longest window after years of prices', () => {
  const logs = new PriceLog();
  const [busy, quiet] = [0, 1];
  for (const collectible of [busy, quiet]) logs.reset(collectible);
  const recordBusy = (from: number, until: number) => {
    for (let days = from; days < until; days += 0.25) {
      logs.record(busy, days * day, 1_000 + (days % 7) * 100);
    }
  };
  // Of the quiet one only the last price is still in force a year later.
  logs.record(quiet, 0, 50);
  logs.record(quiet, day, 70);
  // A year ago the busy one was at 100, and every 6 hours since at a price between 1000 and 2000.
  recordBusy(0, 1_000);
  logs.record(busy, 1_000 * day, 100);
  recordBusy(1_000.25, 1_365);
  for (let round = 1; round <= 2; round += 1) {
    expect(logs.lowestIn(busy, 1_000 * day, 1_365 * day)).toBe(100);
    expect(logs.lowestIn(busy, 1_000.25 * day, 1_365 * day)).toBe(1_000);
    expect(logs.lowestIn(quiet, 1_000 * day, 1_365 * day)).toBe(70);
    recordBusy(1_365, 1_366);
  }
  expect(logs.firstValueAtMs[busy]).toBe(0);
});

it('drops what its windows no longer reach', () => {
  const logs = new PriceLog();
  logs.reset(0);
  for (let days = 0; days < 4_000; days += 0.25) {
    logs.record(0, days * day, 1 + ((days * 4) % 2));
  }
  expect(logs.bytes).toBeLessThan(366 * 4 * 16 * 3);
});
