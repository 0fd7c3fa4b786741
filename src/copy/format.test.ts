/** Formats of money, percentages and relative times, and parsing of prices. */
import { describe, expect, it } from 'vitest';
import { plain } from '#tests/support/plain.ts';
import { counted, money, parsePrice, percent, relativeTime, thresholdMoney } from './format.ts';

it.each([
  [money(17_200, 'EUR'), '172,00 €'],
  [money(124_000, 'EUR'), '1240,00 €'],
  [money(1_234_500, 'EUR'), '12.345,00 €'],
  [money(1, 'EUR'), '0,01 €'],
  [money(50_000, 'USD'), '500,00 US$'],
  // A threshold of whole euros has no cents.
  [thresholdMoney(18_000, 'EUR'), '180 €'],
  [thresholdMoney(18_050, 'EUR'), '180,50 €'],
  [percent(820), '8,2 %'],
  [percent(-820), '8,2 %'],
  [percent(0), '0,0 %'],
  [counted(0, 'partido', 'partidos'), '0 partidos'],
  [counted(1, 'partido', 'partidos'), '1 partido'],
  [counted(1_200, 'partido', 'partidos'), '1.200 partidos'],
])('an amount reads %2$s', (text, read) => {
  expect(plain(text)).toBe(read);
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
    [new Date(2026, 10, 21, 11, 59), 'hace 1 min'],
    [new Date(2026, 10, 21, 11, 1), 'hace 59 min'],
    [new Date(2026, 10, 21, 11), 'hace 1 h'],
    [new Date(2026, 10, 20, 12), 'ayer, 12:00'],
    [new Date(2026, 10, 10, 8, 5), 'mar 10 nov, 08:05'],
  ])('%s is %s', (instant, text) => {
    expect(plain(relativeTime(instant, now))).toBe(text);
  });
});
