/** Prices, reasons and re-arm texts of mails. */
import { describe, expect, it } from 'vitest';
import {
  type Crossing,
  describeCrossing,
  describeRearm,
  formatPrice,
  formatThreshold,
} from './format.ts';

const crossing = (change: Partial<Crossing>): Crossing => ({
  condition: 'below',
  ruleValue: 18_000,
  bandBp: 300,
  valueCents: 17_200,
  currency: 'EUR',
  already: false,
  ...change,
});
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('money', () => {
  it('keeps its decimals in prices, and drops idle ones in thresholds', () => {
    expect(formatPrice(17_200, 'EUR')).toBe('172,00\u00a0€');
    expect(formatThreshold(18_000, 'EUR')).toBe('180\u00a0€');
    expect(formatThreshold(18_050, 'EUR')).toBe('180,50\u00a0€');
    expect(formatPrice(124_000, 'EUR')).toBe('1240,00\u00a0€');
  });
});

describe('why an alert fired', () => {
  it.each<[Partial<Crossing>, string]>([
    [{}, 'ha bajado de tu umbral de 180 €'],
    [{ valueCents: 18_000 }, 'ha bajado hasta tu umbral de 180 €'],
    [{ already: true }, 'ya estaba por debajo de tu umbral de 180 € cuando lo creaste'],
    [{ condition: 'above', valueCents: 18_100 }, 'ha subido de tu umbral de 180 €'],
    [{ condition: 'above', valueCents: 18_000 }, 'ha subido hasta tu umbral de 180 €'],
    [{ condition: 'change', ruleValue: 1_250 }, 'ha variado un 12,5 % o más'],
    [{ condition: 'low', ruleValue: 7 }, 'marca su precio más bajo en 7 días'],
    [{ condition: 'low', ruleValue: 1 }, 'marca su precio más bajo en un día'],
  ])('%j: %s', (change, sentence) => {
    expect(plain(describeCrossing(crossing(change)))).toBe(sentence);
  });
});

describe('when a threshold re-arms', () => {
  it.each<[Partial<Crossing>, string]>([
    [{}, 'suba a 185,40 €'],
    [{ condition: 'above', valueCents: 18_100 }, 'baje a 174,60 €'],
    [{ condition: 'change', ruleValue: 1_000 }, 'varíe otro 10 % desde 172,00 €'],
    // 17 200 · 3 % = 516.
    [{ condition: 'low', ruleValue: 7 }, 'suba a 177,16 €'],
    // 333 · 5 % = 16.65 cents, rounded up.
    [{ ruleValue: 333, bandBp: 500, valueCents: 300 }, 'suba a 3,50 €'],
  ])('%j: %s', (change, words) => {
    expect(plain(describeRearm(crossing(change)))).toContain(words);
  });
});
