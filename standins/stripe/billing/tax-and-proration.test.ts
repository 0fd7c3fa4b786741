/** Tests of included tax, proration and month arithmetic, with property tests. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, nextPeriodEnd } from '../state/month-arithmetic.ts';
import { includedTax, prorate } from './tax-and-proration.ts';

const atSeconds = (text: string): number => Date.parse(text) / 1_000;
const day = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 16);

describe('amounts', () => {
  it('take the tax out of a price that includes it', () => {
    expect([2_499, 999, 0, -999].map(includedTax)).toEqual([434, 173, 0, -173]);
  });

  it('prorate a month by the second, never more than all or less than nothing', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 28 * 86_400, max: 31 * 86_400 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (cents, length, part) => {
          const period = { startSeconds: 1_000, endSeconds: 1_000 + length };
          const changedAtSeconds = 1_000 + Math.floor(length * part);
          const rest = prorate(cents, period, changedAtSeconds);
          expect(rest).toBeGreaterThanOrEqual(0);
          expect(rest).toBeLessThanOrEqual(cents);
          expect(
            Math.abs(rest - (cents * (period.endSeconds - changedAtSeconds)) / length),
          ).toBeLessThanOrEqual(0.5);
          expect(prorate(cents, period, changedAtSeconds + 1)).toBeLessThanOrEqual(rest);
        },
      ),
    );
    expect(prorate(999, { startSeconds: 0, endSeconds: 100 }, 0)).toBe(999);
    expect(prorate(999, { startSeconds: 0, endSeconds: 100 }, 100)).toBe(0);
  });
});

describe('months', () => {
  it('end on the last day when they are too short, and come back to the anchor’s', () => {
    const anchor = atSeconds('2026-10-31T22:30:00Z');
    const ends: string[] = [];
    for (let end = anchor; ends.length < 5; ) {
      end = nextPeriodEnd(anchor, end);
      ends.push(day(end));
    }
    expect(ends).toEqual([
      '2026-11-30T22:30',
      '2026-12-31T22:30',
      '2027-01-31T22:30',
      '2027-02-28T22:30',
      '2027-03-31T22:30',
    ]);
  });

  it('always bring the next period a whole month further', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), fc.nat(240), (anchor, months) => {
        const start = addMonths(anchor, months);
        expect(nextPeriodEnd(anchor, start)).toBe(addMonths(anchor, months + 1));
        const days = (nextPeriodEnd(anchor, start) - start) / 86_400;
        expect(days).toBeGreaterThanOrEqual(28);
        expect(days).toBeLessThanOrEqual(31);
      }),
    );
  });
});
