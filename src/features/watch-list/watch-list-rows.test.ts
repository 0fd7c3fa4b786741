/** Rows of the watch list: per collectible, and per match or category whose cheapest has a threshold. */
import { expect, it } from 'vitest';
import type { Collectible, Settings, Umbral } from '#store/api/api-types.ts';
import { collectibleSample, umbralSample } from '#tests/support/threshold-samples.ts';
import {
  buildWatchRows,
  filterAndSortRows,
  isCrossed,
  isNear,
  thresholdToEdit,
  updateRowPrices,
} from './watch-list-rows.ts';

const item = (id: string, part: Partial<Collectible> = {}) =>
  collectibleSample({ id, name: id, ...part });

const umbral = (objetivo: Umbral['objetivo'], part: Partial<Umbral> = {}) =>
  umbralSample({ objetivo, valor: 9_700, ...part });

const settingsWith = (...umbrales: readonly Umbral[]): Settings => ({
  configuracion: {
    partidos: ['m1'],
    umbrales: Object.fromEntries(umbrales.map((one, n) => [`t${n}`, one])),
    frecuencia: 60,
  },
  version: 1,
  estados: {},
});

const matchObjective = { tipo: 'partido', id: 'm1' } as const;
const offers = [
  item('a', { spark: [300, null, 200], change24hBp: 10_000 }),
  item('b', { spark: [250, null, 400], change24hBp: 0, floorCents: 10_000, category: '2' }),
  item('c', { floorCents: null, category: '2' }),
];

it('lists the cheapest of a match first when its threshold is the nearest', () => {
  const rows = buildWatchRows(offers, settingsWith(umbral(matchObjective)));
  const search = { q: '', filter: 'all', order: 'near' } as const;
  const [first, ...others] = filterAndSortRows(rows, search);
  expect(first).toMatchObject({ matchTarget: { category: null }, item: { id: 'b', listings: 12 } });
  expect(first && isNear(first)).toBe(true);
  expect(others.map(({ nearest }) => nearest)).toEqual([null, null, null]);
});

it('follows whichever of them becomes the cheapest', () => {
  const [row] = buildWatchRows(offers, settingsWith(umbral(matchObjective)));
  if (row === undefined) throw new Error('a row for the match');
  const now = updateRowPrices(row, (one) => (one.id === 'c' ? { ...one, floorCents: 9_000 } : one));
  expect(now.item.id).toBe('c');
  expect(isCrossed(now)).toBe(true);
  expect(updateRowPrices(row, (one) => one)).toBe(row);
});

it('uses only the category of the threshold, and skips matches that are not watched', () => {
  const rows = buildWatchRows(
    offers,
    settingsWith(
      umbral({ ...matchObjective, categoria: '1' }),
      umbral({ tipo: 'partido', id: 'not-watched' }),
    ),
  );
  expect(rows.filter(({ matchTarget }) => matchTarget !== null)).toMatchObject([
    { matchTarget: { category: '1' }, item: { id: 'a' } },
  ]);
});

it('compares the cheapest of now with the cheapest of a day ago, and draws the lowest of each slot', () => {
  const [row] = buildWatchRows(offers, settingsWith(umbral(matchObjective)));
  expect(row?.item).toMatchObject({ change24hBp: 0, spark: [250, null, 200] });
});

it('returns the active threshold without a price, and edits it', () => {
  const change = umbral({ tipo: 'coleccionable', id: 'a' }, { condicion: 'variacion', valor: 500 });
  const [row] = buildWatchRows(offers, settingsWith(change));
  expect(row).toMatchObject({ nearest: null, unmeasured: ['t0', change] });
  expect(row && thresholdToEdit(row)).toEqual({ id: 't0', umbral: change });
});
