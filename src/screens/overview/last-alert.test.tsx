/** The last alert names its match, and the collectible also where its category is another's too. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AlertItem } from '#store/api/api-types.ts';
import { renderScreen, setupScreenTests } from '#tests/support/screen-harness.tsx';
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
