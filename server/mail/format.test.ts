/** Prices, reasons and re-arm texts of mails. */
import { describe, expect, it } from 'vitest';
import { plain } from '#tests/support/plain.ts';
import {
  type Crossing,
  dayChangeOf,
  describeRearm,
  formatInstant,
  mailTimeZone,
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

it.each<[Partial<Crossing>, string]>([
  [{}, 'suba a 185,40 €'],
  [{ condition: 'above', valueCents: 18_100 }, 'baje a 174,60 €'],
  [{ condition: 'change', ruleValue: 1_000 }, 'varíe otro 10 % desde 172,00 €'],
  // 17 200 · 3 % = 516.
  [{ condition: 'low', ruleValue: 7 }, 'suba a 177,16 €'],
  // 333 · 5 % = 16.65 cents, rounded up.
  [{ ruleValue: 333, bandBp: 500, valueCents: 300 }, 'suba a 3,50 €'],
])('when a threshold re-arms: %j: %s', (change, words) => {
  expect(plain(describeRearm(crossing(change)))).toContain(words);
});

it.each([
  [null, null],
  [0, { tone: 'text', text: 'sin cambios' }],
  [-820, { tone: 'down', text: '▼ baja 8,2 %' }],
  // Never “0,0 %”: it did change.
  [1, { tone: 'up', text: '▲ sube 0,1 %' }],
  [-4, { tone: 'down', text: '▼ baja 0,1 %' }],
])('a change in a day: %j: %j', (basisPoints, expected) => {
  const change = dayChangeOf(basisPoints);
  expect(change && { ...change, text: plain(change.text) }).toEqual(expected);
});

describe('the time zone of a mail', () => {
  const zoneOf = (zone: string) => mailTimeZone({ from: '22:00', to: '08:00', zone });

  it('is that of the quiet hours, and Madrid without any or with one that is unknown', () => {
    expect(zoneOf('America/Bogota')).toBe('America/Bogota');
    expect([mailTimeZone(null), zoneOf('Luna/Copernico')]).toEqual(Array(2).fill('Europe/Madrid'));
  });

  it('is named by its city', () => {
    const at = new Date('2026-11-21T17:40:00Z');
    expect(formatInstant(at, 'America/Sao_Paulo')).toBe('21 nov 2026, 14:40 (Sao Paulo)');
    expect(formatInstant(at, 'America/Argentina/San_Juan')).toContain('(San Juan)');
    expect(formatInstant(at, 'UTC')).toContain('(UTC)');
  });
});
