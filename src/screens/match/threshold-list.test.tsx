/** A threshold paused by the plan says so in the list, with a link to the plans. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Umbral } from '#contract/threshold.ts';
import { mockBackend, renderScreen, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { ThresholdList } from './threshold-list.tsx';

setupScreenTests();

const umbral = (pausa: Umbral['pausa']): Umbral => ({
  objetivo: { tipo: 'coleccionable', id: 'c1' },
  condicion: 'por_debajo',
  valor: 18_000,
  moneda: 'EUR',
  banda: 300,
  pausa,
  silenciadoHasta: null,
  version: 1,
  creadoEn: '2026-01-01T00:00:00.000Z',
});

it.each([
  ['plan', 'En pausa: no cabe en tu plan', 1],
  ['usuario', 'En pausa', 0],
  [null, 'Vigilando', 0],
] as const)('paused by %s reads “%s”', async (pausa, words, links) => {
  const umbrales = { t1: umbral(pausa) };
  const configuracion = { partidos: [], umbrales, frecuencia: 60 };
  mockBackend({ 'GET users/config': [{ configuracion, version: 1, estados: {} }] });
  renderScreen(
    <ThresholdList umbrales={umbrales} collectibles={[]} onCreate={() => {}} onEdit={() => {}} />,
    '/dashboard/partidos/m1',
  );
  expect(await screen.findByText(words)).toBeVisible();
  const found = screen.queryAllByRole('link', { name: 'Ver planes' });
  expect(found.map((link) => link.getAttribute('href'))).toEqual(
    Array.from({ length: links }, () => '/dashboard/plan'),
  );
});
