/** The last alert: its match, collectible, price and rule, and the prices before it. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AlertItem } from '#store/api/api-types.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import { plainText, renderScreen, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { collectibleSample } from '#tests/support/threshold-samples.ts';
import { LastAlert } from './last-alert.tsx';

setupScreenTests();

const alert = alertSample({
  target: { kind: 'collectible', id: 'c1' },
  collectibleId: 'c1',
  category: '1',
  ruleValue: 9_000,
});

it.each([
  ['Grada norte', /^Categoría 1 · Grada norte ·/],
  ['Categoría 1', /^Categoría 1 · (?!Categoría)/],
])('names the match and the collectible %s', (collectibleName, name) => {
  renderScreen(<LastAlert alert={{ ...alert, collectibleName }} item={undefined} />, '/dashboard');
  expect(screen.getByText('España – Uruguay')).toBeVisible();
  expect(screen.getByText(name)).toBeVisible();
});

function show(part: Partial<AlertItem>, spark?: (number | null)[], change24hBp: number | null = 0) {
  const item = spark && collectibleSample({ spark, change24hBp });
  renderScreen(<LastAlert alert={{ ...alert, ...part }} item={item} />, '/dashboard');
}

it.each([
  [8_900, '89,00 €'],
  [8_905, '89,05 €'],
])('the price is written whole, %i as %s', (valueCents, price) => {
  show({ valueCents });
  expect(plainText(document.body)).toContain(price);
});

it('says how the price has moved since, while it is watched', () => {
  show({}, [9_000], -820);
  expect(screen.getByText(/8,2/)).toBeVisible();
  expect(plainText(document.body)).toContain('baja de 90 €');
});
