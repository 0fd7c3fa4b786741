/** Formats of money, percentages and relative times, and parsing of prices. */
import { describe, expect, it } from 'vitest';
import { counted, money, parsePrice, percent, relativeTime, thresholdMoney } from './format.ts';

const plain = (text: string) => text.replaceAll('\u00A0', ' ');

describe('money', () => {
  it.each([
    [17_200, 'EUR', '172,00 €'],
    [124_000, 'EUR', '1240,00 €'],
    [1_234_500, 'EUR', '12.345,00 €'],
    [1, 'EUR', '0,01 €'],
    [50_000, 'USD', '500,00 US$'],
  ])('%i cents of %s read %s', (cents, currency, text) => {
    expect(plain(money(cents, currency))).toBe(text);
  });
  it('drops the cents of a whole threshold, and keeps others', () => {
    expect(plain(thresholdMoney(18_000, 'EUR'))).toBe('180 €');
    expect(plain(thresholdMoney(18_050, 'EUR'))).toBe('180,50 €');
  });
});

describe('percentages', () => {
  it.each([
    [820, '8,2 %'],
    [-820, '8,2 %'],
    [0, '0,0 %'],
  ])('%i basis points read %s', (basisPoints, text) => {
    expect(plain(percent(basisPoints))).toBe(text);
  });
});

describe('a typed price', () => {
  it.each([
    ['180', 18_000],
    ['180,50', 18_050],
    ['180.5', 18_050],
    [' 9 ', 900],
    ['1.346,50\u00a0€', 134_650],
    ['1 300 000', 130_000_000],
    ['1.300', 130_000],
    ['€12', 1_200],
    ["12'50", 1_250],
    [',50', 50],
    ['１８０', 18_000],
    ['١٨٠', 18_000],
    ['۱۸۰٫۵', 18_050],
    ['١٬٣٠٠', 130_000],
    ['12´5', 1_250],
    ['180.', 18_000],
    ['180,', 18_000],
    ['+180', 18_000],
    ['180 €', 18_000],
    ['180\u202F€', 18_000],
    ['180 euros', 18_000],
    ['180 EUR', 18_000],
    ['1 300', 130_000],
    ['1\u00A0300', 130_000],
    ['1\u202F300,5', 130_050],
    ['1.300,00', 130_000],
    ['1.234.567', 123_456_700],
    ['1.30', 130],
    ['8,2\u00A0%', 820],
    ['\u200B180', 18_000],
  ])('%s is %i cents', (text, cents) => {
    expect(parsePrice(text)).toBe(cents);
  });
  it.each([
    '',
    '-1',
    '1,234',
    '1e3',
    'abc',
    '1.30.0',
    '€',
    ',',
    '1,300.00',
    '12,345',
    '1.300.00',
    '18 0',
  ])('%j is none', (text) => {
    expect(parsePrice(text)).toBeNull();
  });
});

describe('relative time', () => {
  const now = new Date(2026, 10, 21, 12, 0);
  it.each([
    [new Date(2026, 10, 21, 11, 59, 40), 'ahora'],
    [new Date(2026, 10, 21, 11, 57), 'hace 3 min'],
    [new Date(2026, 10, 21, 10, 0), 'hace 2 h'],
    [new Date(2026, 10, 20, 18, 40), 'ayer, 18:40'],
    [new Date(2026, 10, 10, 8, 5), 'mar 10 nov, 08:05'],
  ])('%s is %s', (instant, text) => {
    expect(plain(relativeTime(instant, now))).toBe(text);
  });
});

it('chooses the form of a word by its number', () => {
  expect([0, 1, 2, 1_200].map((amount) => counted(amount, 'partido', 'partidos'))).toEqual([
    '0 partidos',
    '1 partido',
    '2 partidos',
    '1.200 partidos',
  ]);
});
