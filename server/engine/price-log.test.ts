import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PriceLog } from './price-log.ts';

const day = 24 * 3_600_000;

it('knows the lowest price of any window, also of one that ends before its newest', () => {
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
      const plain: { at: number; floor: number }[][] = [[], [], []];
      for (const collectible of plain.keys()) logs.open(collectible);
      let now = 0;
      for (const [{ collectible, after, floor }, { from, length }] of steps) {
        now += after;
        logs.note(collectible, now, floor);
        const own = plain[collectible] ?? [];
        own.push({ at: now, floor });
        const to = from + length;
        const inForce = own
          .filter(({ at }, index) => at < to && (own[index + 1]?.at ?? Infinity) > from)
          .map((known) => known.floor)
          .filter((cents) => cents > 0);
        const lowest = inForce.length === 0 ? 0 : Math.min(...inForce);
        expect(logs.lowestIn(collectible, from, to)).toBe(lowest);
      }
    }),
    { numRuns: 1_000 },
  );
});

it('still answers for the longest window after years of prices', () => {
  const logs = new PriceLog();
  const [busy, quiet] = [0, 1];
  for (const collectible of [busy, quiet]) logs.open(collectible);
  const bustle = (from: number, until: number) => {
    for (let at = from; at < until; at += 0.25) {
      logs.note(busy, at * day, 1_000 + (at % 7) * 100);
    }
  };
  // Of the quiet one only the last price is still in force a year later.
  logs.note(quiet, 0, 50);
  logs.note(quiet, day, 70);
  // A year ago the busy one was at 100, and every 6 hours since at a price between 1000 and 2000.
  bustle(0, 1_000);
  logs.note(busy, 1_000 * day, 100);
  bustle(1_000.25, 1_365);
  for (const asked of ['by what is kept from then on', 'and once more']) {
    expect([asked, logs.lowestIn(busy, 1_000 * day, 1_365 * day)]).toEqual([asked, 100]);
    expect([asked, logs.lowestIn(busy, 1_000.25 * day, 1_365 * day)]).toEqual([asked, 1_000]);
    expect([asked, logs.lowestIn(quiet, 1_000 * day, 1_365 * day)]).toEqual([asked, 70]);
    bustle(1_365, 1_366);
  }
  expect(logs.firstValueAtMs[busy]).toBe(0);
});

it('keeps no more than its windows reach', () => {
  const logs = new PriceLog();
  logs.open(0);
  for (let at = 0; at < 4_000; at += 0.25) logs.note(0, at * day, 1 + ((at * 4) % 2));
  expect(logs.bytes).toBeLessThan(366 * 4 * 16 * 3);
});
