import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PriceHistory } from './price-history.ts';

const day = 24 * 3_600_000;

it('knows until when a price of at most so many cents was in force, also before the newest change', () => {
  const change = fc.record({
    after: fc.integer({ min: 1, max: 5 }),
    floorCents: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 6 })),
  });
  const cents = fc.integer({ min: 0, max: 7 });
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 60, size: 'max' }),
      cents,
      fc.integer({ min: -5, max: 200 }),
      (made, cents, before) => {
        const history = new PriceHistory();
        const plain: { atMs: number; floorCents: number | null }[] = [];
        let atMs = 0;
        for (const { after, floorCents } of made) {
          atMs += after;
          const last = plain.at(-1)?.floorCents ?? null;
          expect(history.record(atMs, floorCents)).toBe(floorCents !== last);
          if (floorCents !== last) plain.push({ atMs, floorCents });
        }
        const ends = plain.flatMap(({ atMs: at, floorCents }, index) =>
          at < before && floorCents !== null && floorCents <= cents
            ? Math.min(before, plain[index + 1]?.atMs ?? before)
            : [],
        );
        expect(history.lastAtMost(cents, before)).toBe(Math.max(...ends));
      },
    ),
    { numRuns: 1_000 },
  );
});

it('answers for the longest window after years of prices', () => {
  const history = new PriceHistory();
  // A year before the end 100 for six hours, before and after it another price every six hours.
  for (let days = 0; days < 1_365; days += 0.25)
    history.record(days * day, days === 1_000 ? 100 : 1_000 + (days % 7) * 100);
  expect(history.lastAtMost(100, 1_365 * day)).toBe(1_000.25 * day);
  expect(history.firstValueAtMs).toBe(0);
  // What no window reaches is gone.
  expect(history.lastAtMost(Infinity, 600 * day)).toBe(-Infinity);
});
