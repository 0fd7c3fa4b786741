/** The headline of the overview: a noun once, and both amounts written alike. */
import { expect, it } from 'vitest';
import { overviewHeadline } from './overview.ts';

it.each([
  [0, 0, 'Todo lejos de tu línea.'],
  [1, 0, 'Un precio ha cruzado.'],
  [3, 0, 'Tres precios han cruzado.'],
  [0, 1, 'Un precio, a punto.'],
  [0, 2, 'Dos precios, a punto.'],
  [1, 1, 'Un precio ha cruzado. Otro, a punto.'],
  [3, 16, 'Tres precios han cruzado. Dieciséis, a punto.'],
  [4, 21, '4 precios han cruzado. 21, a punto.'],
])('with %i crossed and %i near', (crossed, near, headline) => {
  expect(overviewHeadline({ thresholds: 60, crossed, near })).toBe(headline);
});
