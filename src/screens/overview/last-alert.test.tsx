/** The last alert: its match, collectible, price and rule, and the prices before it. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AlertItem } from '#store/api/api-types.ts';
import { plainText, renderScreen, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { collectibleSample } from '#tests/support/threshold-samples.ts';
import { LastAlert } from './last-alert.tsx';

setupScreenTests();

const alert: AlertItem = {
  id: '1',
  thresholdId: 't1',
  version: 1,
  episode: 1,
  target: { kind: 'collectible', id: 'c1' },
  collectibleId: 'c1',
  collectibleName: 'Grada norte',
  category: '1',
  matchId: 'm1',
  matchName: 'España – Uruguay',
  condition: 'below',
  ruleValue: 9_000,
  bandBp: 300,
  valueCents: 8_900,
  previousCents: 9_100,
  currency: 'EUR',
  observedAt: '2026-01-01T00:00:00.000Z',
  createdAt: '2026-01-01T00:00:00.000Z',
  already: false,
  read: false,
  delivery: { state: 'sent', attempts: 1, sentAt: '2026-01-01T00:00:10.000Z' },
};

it.each([
  ['Grada norte', /^Categoría 1 · Grada norte ·/],
  ['Categoría 1', /^Categoría 1 · (?!Categoría)/],
])('names the match and the collectible %s', (collectibleName, name) => {
  renderScreen(<LastAlert alert={{ ...alert, collectibleName }} item={undefined} />, '/dashboard');
  expect(screen.getByText('España – Uruguay')).toBeVisible();
  expect(screen.getByText(name)).toBeVisible();
});

/** Shows the alert; the bars say which of the seven days' prices were past its line. */
function show(part: Partial<AlertItem>, spark?: (number | null)[], change24hBp: number | null = 0) {
  const item = spark && collectibleSample({ spark, change24hBp });
  renderScreen(<LastAlert alert={{ ...alert, ...part }} item={item} />, '/dashboard');
  return [...document.querySelectorAll('.stub-code i')].map((bar) => bar.classList.contains('s'));
}

it.each([
  ['below', 9_000, [true, true, false]],
  ['above', 9_000, [false, true, true]],
  ['change', 500, [false, false, false]],
  ['low', 7, [false, false, false]],
] as const)(
  'of the days before, those past a line %s %i stand out',
  (condition, ruleValue, past) => {
    expect(show({ condition, ruleValue }, [8_900, 9_000, null, 9_100])).toEqual(past);
  },
);

it.each([
  [8_900, '89,00 €'],
  [8_905, '89,05 €'],
])('the price is written whole, %i as %s', (valueCents, price) => {
  show({ valueCents });
  expect(plainText(document.querySelector('.last__price'))).toBe(price);
});

it('a currency without cents has none', () => {
  show({ valueCents: 8_900, currency: 'JPY' });
  expect(plainText(document.querySelector('.last__price'))).not.toMatch(/,/);
});

it('says how the price has moved since, while it is watched', () => {
  show({}, [9_000], -820);
  expect(screen.getByText(/8,2/)).toBeVisible();
  expect(plainText(document.querySelector('.thrval'))).toBe('baja de 90 €');
});

it('once it is watched no more there are neither a change nor bars', () => {
  expect(show({})).toEqual([]);
  expect(document.querySelector('.chg')).toBeNull();
  expect(screen.getByRole('link', { name: 'Ver la gráfica' })).toHaveAttribute(
    'href',
    '/dashboard/partidos/m1?c=c1',
  );
});
