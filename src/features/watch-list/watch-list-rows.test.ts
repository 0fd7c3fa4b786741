/** Rows of the watch list: per collectible, and per match or category whose cheapest has a threshold. */
import { expect, it } from 'vitest';
import type { Collectible, Settings, Umbral } from '#store/api/api-types.ts';
import { collectibleSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { targetNameOf } from './target-name-of.ts';
import {
  buildWatchRows,
  filterAndSortRows,
  isCrossed,
  isNear,
  thresholdToEdit,
  thresholdToShow,
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

it('returns the active threshold without a distance, and edits it', () => {
  const low = umbral({ tipo: 'coleccionable', id: 'a' }, { condicion: 'minimo', valor: 7 });
  const [row] = buildWatchRows(offers, settingsWith(low));
  expect(row).toMatchObject({ nearest: null, unmeasured: ['t0', low] });
  expect(row && thresholdToEdit(row)).toEqual({ id: 't0', umbral: low });
});

const c1 = { tipo: 'coleccionable', id: 'a' } as const;
/** The row of one collectible at 100 €, with these thresholds. */
function rowWith(...parts: readonly Partial<Umbral>[]) {
  const [row] = buildWatchRows(
    [item('a', { floorCents: 10_000 })],
    settingsWith(...parts.map((part) => umbral(c1, part))),
  );
  if (row === undefined) throw new Error('a row for the collectible');
  return row;
}

it('without thresholds it edits none, and is neither near, crossed nor paused', () => {
  const row = rowWith();
  expect(row).toMatchObject({ thresholds: [], nearest: null, unmeasured: null, pausedBy: null });
  expect([thresholdToEdit(row), isNear(row), isCrossed(row)]).toEqual([null, false, false]);
});

it('edits the nearest of its thresholds, an active one before a paused one, and a paused one if need be', () => {
  const id = (...parts: Partial<Umbral>[]) => thresholdToEdit(rowWith(...parts))?.id;
  const far = { valor: 5_000 };
  const near = { valor: 9_900 };
  const low = { condicion: 'minimo', valor: 7 } as const;
  const paused = { pausa: 'usuario' } as const;
  expect(id(far, near)).toBe('t1');
  expect(id(near, far)).toBe('t0');
  expect(id(low, far)).toBe('t1');
  expect(id({ ...near, ...paused }, far)).toBe('t1');
  expect(id({ ...near, ...paused }, low)).toBe('t1');
  expect(id({ ...near, ...paused })).toBe('t0');
  expect(rowWith(low, far).unmeasured).toBeNull();
});

it('counts a change that is nearer than a price, from its own base', () => {
  const settings = settingsWith(
    umbral(c1, { valor: 9_000 }),
    umbral(c1, { condicion: 'variacion', valor: 500 }),
  );
  const estados = { t1: { status: 'vigilando', armed: true, base: 9_800, episode: 0 } } as const;
  const [row] = buildWatchRows([item('a', { floorCents: 10_000 })], { ...settings, estados });
  expect(row?.nearest).toMatchObject({ id: 't1', distance: 290 });
  expect(row && isNear(row)).toBe(true);
});

it('measures no way to a price while nothing is on sale', () => {
  const [row] = buildWatchRows([item('a', { floorCents: null })], settingsWith(umbral(c1)));
  expect(row?.nearest).toBeNull();
  expect(row?.unmeasured?.[0]).toBe('t0');
});

it('is paused where all of its thresholds are, by the plan before anything else', () => {
  const pausedBy = (...pausas: Umbral['pausa'][]) =>
    rowWith(...pausas.map((pausa) => ({ pausa }))).pausedBy;
  expect(pausedBy('usuario', 'plan')).toBe('plan');
  expect(pausedBy('usuario', 'inicio')).toBe('usuario');
  expect(pausedBy('usuario', null)).toBeNull();
});

it('is not watched while it is snoozed: neither near nor crossed, silent until the first snooze ends', () => {
  const until = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const crossed = { valor: 20_000, silenciadoHasta: until(2) };
  const row = rowWith(crossed, { silenciadoHasta: until(1), valor: 9_900 }, { pausa: 'usuario' });
  expect(row).toMatchObject({ nearest: null, unmeasured: null, pausedBy: null });
  expect(row.silentUntil).toBe(row.thresholds[1]?.[1].silenciadoHasta);
  expect([isNear(row), isCrossed(row)]).toEqual([false, false]);
  expect(isCrossed(rowWith({ ...crossed, silenciadoHasta: until(-1) }))).toBe(true);
  expect(rowWith({ ...crossed, pausa: 'plan' })).toMatchObject({
    silentUntil: null,
    pausedBy: 'plan',
  });
  expect(rowWith(crossed, { valor: 5_000 })).toMatchObject({
    nearest: { id: 't1' },
    silentUntil: null,
  });
});

it('tells apart by name only collectibles whose category another of the match has', () => {
  const rows = buildWatchRows(
    [...offers, item('d', { matchId: 'm2', category: '2' })],
    settingsWith(umbral({ ...matchObjective, categoria: '2' }), umbral(matchObjective)),
  );
  expect(rows.map((row) => targetNameOf(row))).toEqual([
    'El más barato de Categoría 2',
    'El más barato del partido',
    'Categoría 1',
    'Categoría 2 · b',
    'Categoría 2 · c',
    'Categoría 2',
  ]);
  expect(rows.map(({ collectibles }) => collectibles.length)).toEqual([2, 3, 1, 1, 1, 1]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(6);
});

const all = [
  item('one', { matchName: 'Perú – Mali', change24hBp: 100 }),
  item('two', { matchName: 'España – Uruguay', change24hBp: null, category: 'Palco' }),
  item('three', { matchName: 'Japón – Chile', change24hBp: -900 }),
];
const found = (part: Partial<Parameters<typeof filterAndSortRows>[1]>, ...umbrales: Umbral[]) =>
  filterAndSortRows(buildWatchRows(all, settingsWith(...umbrales)), {
    q: '',
    filter: 'all',
    order: 'near',
    ...part,
  }).map(({ item: { id } }) => id);
const on = (id: string, part: Partial<Umbral>) => umbral({ tipo: 'coleccionable', id }, part);

it('finds by match, name and category, whatever the accents', () => {
  expect(found({ q: ' JAPON ' })).toEqual(['three']);
  expect(found({ q: 'palco' })).toEqual(['two']);
  expect(found({ q: 'one' })).toEqual(['one']);
  expect(found({ q: 'nada' })).toEqual([]);
});

it('sorts by the nearest threshold, by the change of a day either way, and by match', () => {
  const some = [on('three', { valor: 10_000 }), on('two', { valor: 19_000 })];
  expect(found({ order: 'near' }, ...some)).toEqual(['two', 'three', 'one']);
  expect(found({ order: 'near' }, ...some.slice(1))).toEqual(['two', 'one', 'three']);
  expect(found({ order: 'change' })).toEqual(['three', 'one', 'two']);
  expect(found({ order: 'name' })).toEqual(['two', 'three', 'one']);
});

it('shows those that are near, crossed, silent or paused alone', () => {
  const some = [
    on('one', { valor: 19_500 }),
    on('two', { valor: 21_000 }),
    on('three', { pausa: 'usuario' }),
  ];
  expect(found({ filter: 'near' }, ...some)).toEqual(['one']);
  expect(found({ filter: 'crossed' }, ...some)).toEqual(['two']);
  expect(found({ filter: 'paused' }, ...some)).toEqual(['three']);
  const silenciadoHasta = new Date(Date.now() + 60_000).toISOString();
  expect(found({ filter: 'silent' }, ...some, on('one', { silenciadoHasta }))).toEqual([]);
  expect(found({ filter: 'silent' }, on('one', { silenciadoHasta }))).toEqual(['one']);
});

it('of the thresholds on one collectible it shows the one a row would edit', () => {
  const far = umbral(c1, { valor: 5_000 });
  const near = umbral(c1, { valor: 9_900 });
  const shown = thresholdToShow(
    item('a', { floorCents: 10_000 }),
    [
      ['far', far],
      ['near', near],
    ],
    {},
  );
  expect(shown).toEqual({ id: 'near', umbral: near });
  expect(thresholdToShow(item('a'), [], {})).toBeNull();
});

it('a new price of one of several is that of the row', () => {
  const [row] = buildWatchRows(offers, settingsWith(umbral(matchObjective)));
  if (row === undefined) throw new Error('a row for the match');
  const now = updateRowPrices(row, (one) => (one.id === 'a' ? { ...one, floorCents: 100 } : one));
  expect(now.item.id).toBe('a');
  expect(now.nearest?.distance).toBe(-960_000);
});
