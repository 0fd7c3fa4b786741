/** Where a price stands among those of a month. */
import { expect, it } from 'vitest';
import { priceStanding } from './price-standing.ts';

const month = [500, 100, 300, 200, 400, 200, 300, 200];

it.each([
  [200, { lowCents: 100, medianCents: 250, highCents: 500, dearer: 0.5, cheaper: 0.125 }],
  [250, { dearer: 0.5, cheaper: 0.5 }],
  [90, { lowCents: 90, dearer: 1, cheaper: 0 }],
  [600, { highCents: 600, dearer: 0, cheaper: 1 }],
])('a price of %i', (cents, standing) => {
  expect(priceStanding(month, cents)).toMatchObject({ days: 8, ...standing });
});

it('says nothing of fewer than seven days', () => {
  expect(priceStanding(month.slice(0, 7), 200)?.medianCents).toBe(300);
  expect(priceStanding(month.slice(0, 6), 200)).toBeNull();
});
