/** What the preview says of a rule: how often it would have fired, and how far the price is from it now. */

import { expect, it } from 'vitest';
import type { Threshold } from '#domain/threshold.ts';
import { dayAndMonth } from '#src/copy/format.ts';
import { previewCopy } from '#src/copy/threshold-form-texts.ts';
import { plain } from '#tests/support/plain.ts';
import { previewSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { currentPriceSentence, firingsSentence } from './preview-sentences.ts';
import { roundPrice } from './round-price.ts';

const last = [{ observedAt: new Date(2026, 10, 20, 12).toISOString(), valueCents: 9_000 }];
const firings = (times: number, fired = last) =>
  firingsSentence(previewSample({ firings: times, last: fired }));
const currentOf = (threshold: Threshold, alreadyTrue = false) =>
  plain(currentPriceSentence(threshold, { currentCents: 10_000, alreadyTrue }));
const now = previewCopy.now('100,00 €');

it('says how often it would have fired, and when last', () => {
  expect(firings(2)).toBe(previewCopy.firings(2, 30, dayAndMonth(last[0]?.observedAt ?? '')));
  expect(firings(1, [])).toBe(previewCopy.firings(1, 30, null));
  expect(firings(0)).toBe(previewCopy.never(30));
});

const { already } = previewCopy;
const [far, near] = ['50,0 %', '10,0 %'].map(previewCopy.away);
it.each([
  ['below', 5_000, far],
  ['below', 9_000, near],
  ['below', 10_000, already],
  ['below', 12_000, already],
  ['above', 15_000, far],
  ['above', 11_000, near],
  ['above', 10_000, already],
  ['above', 8_000, already],
] as const)('of a price of 100 €, “%s” %i cents says: %s', (condition, value, words) => {
  const threshold = umbralSample({ condition, value });
  // Of a price alone it knows by itself.
  for (const alreadyTrue of [false, true])
    expect(currentOf(threshold, alreadyTrue)).toBe(`${now}: ${words}`);
});

it('of a line that is far beyond the price it says so', () => {
  const farAlready = (line: string, isBelow: boolean) =>
    previewCopy.farAlready(line, isBelow, '100,00 €');
  expect(currentOf(umbralSample({ value: 12_100 }))).toBe(farAlready('121 €', true));
  const above = umbralSample({ condition: 'above', value: 7_900 });
  expect(currentOf(above)).toBe(farAlready('79 €', false));
});

it.each(['change', 'low'] as const)('of “%s” it says what the backtest says', (condition) => {
  const threshold = umbralSample({ condition, value: 7 });
  expect(currentOf(threshold, false)).toBe(`${now}.`);
  expect(currentOf(threshold, true)).toBe(`${now}: ${already}`);
});

it('says that nothing is on sale', () => {
  expect(currentPriceSentence(umbralSample(), { currentCents: null, alreadyTrue: false })).toBe(
    previewCopy.nothingListed,
  );
});

it.each([
  [0.2, 1],
  [1_999.4, 1_999],
  [2_000, 2_000],
  [2_049, 2_000],
  [19_051, 19_100],
])('rounds a suggested price of %f cents to %i', (cents, rounded) => {
  expect(roundPrice(cents)).toBe(rounded);
});
