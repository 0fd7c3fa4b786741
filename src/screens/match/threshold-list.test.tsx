/** A match's thresholds: which collectible each watches, and that one paused by the plan says so, with a link to the plans. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Umbral } from '#contract/threshold.ts';
import { mockBackend, renderScreen, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { collectibleSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { ThresholdList } from './threshold-list.tsx';

setupScreenTests();

const umbral = (pausa: Umbral['pausa'], id = 'c1') =>
  umbralSample({ objetivo: { tipo: 'coleccionable', id }, valor: 18_000, pausa });

const collectible = (id: string, category: string, name: string) =>
  collectibleSample({ id, name, category });

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

it('names collectibles that share a category apart, in the list and to a screen reader', async () => {
  const umbrales = { t1: umbral(null, 'norte'), t2: umbral(null, 'sur'), t3: umbral(null, 'dos') };
  const configuracion = { partidos: [], umbrales, frecuencia: 60 };
  mockBackend({ 'GET users/config': [{ configuracion, version: 1, estados: {} }] });
  const collectibles = [
    collectible('norte', '1', 'Grada norte'),
    collectible('sur', '1', 'Grada sur'),
    collectible('dos', '2', 'Categoría 2'),
  ];
  renderScreen(
    <ThresholdList
      umbrales={umbrales}
      collectibles={collectibles}
      onCreate={() => {}}
      onEdit={() => {}}
    />,
    '/dashboard/partidos/m1',
  );
  const edits = await screen.findAllByRole('button', { name: /^Editar umbral/ });
  const names = ['Categoría 1 · Grada norte', 'Categoría 1 · Grada sur', 'Categoría 2'];
  expect(edits.map((button) => button.getAttribute('aria-label'))).toEqual(
    names.map((name) => expect.stringMatching(new RegExp(`^Editar umbral: ${name} baja de`))),
  );
  for (const name of names) expect(screen.getByText(`${name}, si`, { exact: false })).toBeVisible();
});
