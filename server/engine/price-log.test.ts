import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PriceLog } from './price-log.ts';

const day = 24 * 3_600_000;

it('knows the lowest price of any window, also of one that ends before its newest', () => {
  const change = fc.record({
    after: fc.integer({ min: 1, max: 5 }),
    floor: fc.integer({ min: 0, max: 6 }),
  });
  const window = fc.record({
    from: fc.integer({ min: -5, max: 200 }),
    length: fc.integer({ min: 1, max: 100 }),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(change, window), { maxLength: 60, size: 'max' }), (steps) => {
      const log = new PriceLog();
      const plain: { at: number; floor: number }[] = [];
      let now = 0;
      for (const [{ after, floor }, { from, length }] of steps) {
        now += after;
        log.note(now, floor);
        plain.push({ at: now, floor });
        const to = from + length;
        const inForce = plain
          .filter(({ at }, index) => at < to && (plain[index + 1]?.at ?? Infinity) > from)
          .map((known) => known.floor)
          .filter((cents) => cents > 0);
        expect(log.lowestIn(from, to)).toBe(inForce.length === 0 ? 0 : Math.min(...inForce));
      }
    }),
    { numRuns: 1_000 },
  );
});

it('still answers for the longest window after years of prices', () => {
  const log = new PriceLog();
  // A year ago at 100, and every 6 hours since a price between 1000 and 2000.
  for (let at = 0; at < 1_000 * day; at += day / 4) log.note(at, 1_000 + ((at / day) % 7) * 100);
  log.note(1_000 * day, 100);
  for (let at = 1_000.25 * day; at < 1_365 * day; at += day / 4) {
    log.note(at, 1_000 + ((at / day) % 7) * 100);
  }
  expect(log.lowestIn(1_000 * day, 1_365 * day)).toBe(100);
  expect(log.lowestIn(1_000.25 * day, 1_365 * day)).toBe(1_000);
  expect(log.firstValueAt).toBe(0);
});
