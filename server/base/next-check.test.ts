import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextCheckAt } from './next-check.ts';

const seconds = fc.integer({ min: 1, max: 86_400 });
const instants = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2040-01-01T00:00:00Z'),
  noInvalidDate: true,
});

test('the next check is after now, within one period, and then exactly every period', () => {
  fc.assert(
    fc.property(fc.string(), seconds, instants, (uid, frecuenciaSeconds, now) => {
      const next = nextCheckAt({ uid, frecuenciaSeconds, now });
      const aheadMs = next.getTime() - now.getTime();
      expect(aheadMs).toBeGreaterThan(0);
      expect(aheadMs).toBeLessThanOrEqual(frecuenciaSeconds * 1_000);
      const after = nextCheckAt({ uid, frecuenciaSeconds, now: next });
      expect(after.getTime() - next.getTime()).toBe(frecuenciaSeconds * 1_000);
      // In between, the result is the same instant.
      const between = new Date(now.getTime() + Math.floor(aheadMs / 2));
      if (between < next)
        expect(nextCheckAt({ uid, frecuenciaSeconds, now: between })).toEqual(next);
    }),
  );
});

test('users’ checks spread evenly over the period', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const perSecond = new Array<number>(60).fill(0);
  for (let user = 0; user < 60_000; user += 1) {
    const next = nextCheckAt({ uid: `user-${user}`, frecuenciaSeconds: 60, now });
    const second = Math.floor((next.getTime() - now.getTime() - 1) / 1_000);
    perSecond[second] = (perSecond[second] ?? 0) + 1;
  }
  // A thousand each; five standard deviations either way.
  expect(Math.min(...perSecond)).toBeGreaterThan(840);
  expect(Math.max(...perSecond)).toBeLessThan(1_160);
});
