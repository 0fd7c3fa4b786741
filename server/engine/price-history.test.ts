import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PriceHistory } from './price-history.ts';

const day = 24 * 3_600_000;

it('lists the prices of any window, also of one that ends before the newest change', () => {
  const change = fc.record({
    after: fc.integer({ min: 1, max: 5 }),
    floorCents: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 6 })),
  });
  const window = fc.record({
    from: fc.integer({ min: -5, max: 200 }),
    length: fc.integer({ min: 1, max: 100 }),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60, size: 'max' }), window, (made, window) => {
      const history = new PriceHistory();
      const plain: { atMs: number; floorCents: number | null }[] = [];
      let atMs = 0;
      for (const { after, floorCents } of made) {
        atMs += after;
        const before = plain.at(-1)?.floorCents ?? null;
        expect(history.record(atMs, floorCents)).toBe(floorCents !== before);
        if (floorCents !== before) plain.push({ atMs, floorCents });
      }
      const to = window.from + window.length;
      const inForce = plain
        .filter(
          ({ atMs: at }, index) => at < to && (plain[index + 1]?.atMs ?? Infinity) > window.from,
        )
        .flatMap(({ floorCents }) => floorCents ?? []);
      expect([...history.pricesIn(window.from, to)]).toEqual(inForce.toReversed());
    }),
    { numRuns: 1_000 },
  );
});

it('answers for the longest window after years of prices', () => {
  const history = new PriceHistory();
  // A year before the end 100, before and after it every six hours a price between 1 000 and 1 600.
  for (let days = 0; days < 1_365; days += 0.25)
    history.record(days * day, days === 1_000 ? 100 : 1_000 + (days % 7) * 100);
  const lowestSince = (days: number) => Math.min(...history.pricesIn(days * day, 1_365 * day));
  expect(lowestSince(1_000)).toBe(100);
  expect(lowestSince(1_000.25)).toBe(1_000);
  expect(history.firstValueAtMs).toBe(0);
  // What no window reaches is gone.
  expect([...history.pricesIn(0, Infinity)].length).toBeLessThan(2 * 366 * 4);
});
