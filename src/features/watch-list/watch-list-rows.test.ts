/** What stands in the watch list and how near: collectibles, and the cheapest of a match that a threshold watches. */
import { expect, it } from 'vitest';
import type { Collectible, Settings, Umbral } from '#store/api/types.ts';
import {
  filterAndSortRows,
  isCrossed,
  isNear,
  thresholdToEdit,
  updateRowPrices,
  watchRows,
} from './watch-list-rows.ts';

const item = (id: string, part: Partial<Collectible> = {}): Collectible => ({
  id,
  matchId: 'm1',
  matchName: 'España – Uruguay',
  name: id,
  category: '1',
  rarity: null,
  currency: 'EUR',
  floorCents: 20_000,
  listings: 4,
  lastSaleCents: null,
  change24hBp: null,
  low30dCents: null,
  high30dCents: null,
  observedAt: null,
  ...part,
});

const umbral = (objetivo: Umbral['objetivo'], part: Partial<Umbral> = {}): Umbral => ({
  objetivo,
  condicion: 'por_debajo',
  valor: 9_700,
  moneda: 'EUR',
  banda: 300,
  pausa: null,
  silenciadoHasta: null,
  version: 1,
  creadoEn: '2026-01-01T00:00:00.000Z',
  ...part,
});

const holding = (...umbrales: readonly Umbral[]): Settings => ({
  configuracion: {
    partidos: ['m1'],
    umbrales: Object.fromEntries(umbrales.map((one, n) => [`t${n}`, one])),
    frecuencia: 60,
  },
  version: 1,
  estados: {},
});

const wholeMatch = { tipo: 'partido', id: 'm1' } as const;
const offers = [
  item('a', { spark: [300, null, 200], change24hBp: 10_000 }),
  item('b', { spark: [250, null, 400], change24hBp: 0, floorCents: 10_000, category: '2' }),
  item('c', { floorCents: null, category: '2' }),
];

it('lists the cheapest of a match first when its line is the nearest', () => {
  const rows = watchRows(offers, holding(umbral(wholeMatch)));
  const view = { search: '', filter: 'all', order: 'near' } as const;
  const [first, ...others] = filterAndSortRows(rows, view);
  expect(first).toMatchObject({ whole: { category: null }, item: { id: 'b', listings: 12 } });
  expect(first && isNear(first)).toBe(true);
  expect(others.map(({ line }) => line)).toEqual([null, null, null]);
});

it('follows whichever of them becomes the cheapest', () => {
  const [row] = watchRows(offers, holding(umbral(wholeMatch)));
  if (row === undefined) throw new Error('a row for the match');
  const now = updateRowPrices(row, (one) => (one.id === 'c' ? { ...one, floorCents: 9_000 } : one));
  expect(now.item.id).toBe('c');
  expect(isCrossed(now)).toBe(true);
  expect(updateRowPrices(row, (one) => one)).toBe(row);
});

it('looks only at the category that the threshold names, and at nothing that is not under watch', () => {
  const rows = watchRows(
    offers,
    holding(
      umbral({ ...wholeMatch, categoria: '1' }),
      umbral({ tipo: 'partido', id: 'of nobody here' }),
    ),
  );
  expect(rows.filter(({ whole }) => whole !== null)).toMatchObject([
    { whole: { category: '1' }, item: { id: 'a' } },
  ]);
});

it('compares the cheapest of now with the cheapest of a day ago, and draws the lowest of each slot', () => {
  const [row] = watchRows(offers, holding(umbral(wholeMatch)));
  expect(row?.item).toMatchObject({ change24hBp: 0, spark: [250, null, 200] });
});

it('says what watches where there is no line to be near to, and opens it', () => {
  const change = umbral({ tipo: 'coleccionable', id: 'a' }, { condicion: 'variacion', valor: 500 });
  const [row] = watchRows(offers, holding(change));
  expect(row).toMatchObject({ line: null, watching: ['t0', change] });
  expect(row && thresholdToEdit(row)).toEqual({ id: 't0', umbral: change });
});
