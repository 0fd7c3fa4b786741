/** The first alert's ticket: the price now, how far it has to go, how often it would have fired, and how often it is checked. */

import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Collectible } from '#contract/monitoring.ts';
import { onboardingCopy } from '#src/copy/onboarding.ts';
import type { UmbralInput } from '#store/api/api-types.ts';
import {
  definitions,
  mockBackend,
  profile,
  renderScreen,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { collectibleSample, matchSample } from '#tests/support/threshold-samples.ts';
import { FirstAlertTicket } from './first-alert-ticket.tsx';

setupScreenTests();

const stand = collectibleSample();
const box = collectibleSample({ id: 'c2', category: 'Palco', floorCents: 50_000 });
const below: UmbralInput = {
  objetivo: { tipo: 'coleccionable', id: 'c1' },
  condicion: 'por_debajo',
  valor: 18_000,
  moneda: 'EUR',
  banda: 300,
};

function show(
  umbral: UmbralInput | null,
  collectibles: readonly Collectible[] = [stand, box],
  kickoffAt: string | null = null,
) {
  mockBackend({
    'GET users/profile': [
      { ...profile(), configuracion: { ...profile().configuracion, frecuencia: 3_600 } },
    ],
    'POST monitoring/preview': [
      { firings: 3, days: 30, mails: 3, last: [], currentCents: 20_000, alreadyTrue: false },
    ],
  });
  renderScreen(
    <FirstAlertTicket
      match={matchSample({ kickoffAt })}
      collectibles={collectibles}
      umbral={umbral}
    />,
    '/onboarding',
    { route: '/onboarding' },
  );
}

it('of one collectible: its price, the way to the line, and what it would have done', async () => {
  show(below, [stand, box], '2026-12-03T20:00:00.000Z');
  expect(screen.getByText('Baja de 180\u00A0€', { normalizer: (text) => text })).toBeVisible();
  expect(screen.getByText(/^Categoría 1 · .*3/)).toBeVisible();
  await waitFor(() =>
    expect(definitions()).toEqual({
      Ahora: '200 €',
      Falta: '10,0 %',
      'En 30 días': '3 veces',
      Comprobación: 'cada hora',
    }),
  );
});

it('a line above says how far the price has to rise', () => {
  show({ ...below, condicion: 'por_encima', valor: 25_000 });
  expect(definitions()).toMatchObject({ Falta: '25,0 %' });
});

it('a line that the price has reached says so', () => {
  show({ ...below, valor: 20_000 });
  expect(definitions()).toMatchObject({ Falta: onboardingCopy.ticketCrossed });
});

it('a change has no distance, and neither has what is not for sale', () => {
  show({ ...below, condicion: 'variacion', valor: 1_000 });
  expect(definitions()).toMatchObject({ Ahora: '200 €', Falta: '—' });
});
