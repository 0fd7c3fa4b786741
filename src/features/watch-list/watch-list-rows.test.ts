/** Rows of the watch list: per collectible, and per match or category whose cheapest has a threshold. */
import { expect, it } from 'vitest';
import { categoryName, cheapestOfCategory, cheapestOfMatch } from '#src/copy/thresholds.ts';
import type { Collectible, Threshold } from '#store/api/api-types.ts';
import { settingsSample } from '#tests/support/settings-backend.ts';
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
  type WatchFilter,
  type WatchOrder,
  type WatchRow,
} from './watch-list-rows.ts';

const item = (id: string, part: Partial<Collectible> = {}) =>
  collectibleSample({ id, name: id, ...part });
const on = (id: string, part: Partial<Threshold> = {}) =>
  umbralSample({ target: { kind: 'collectible', id }, value: 9_700, ...part });
const onMatch = (id: string, category: string | null = null) =>
  umbralSample({ target: { kind: 'match', id, category }, value: 9_700 });
const rowsOf = (items: readonly Collectible[], ...umbrales: readonly Threshold[]) =>
  buildWatchRows(
    items,
    settingsSample(Object.fromEntries(umbrales.map((one, n) => [`t${n}`, one])), ['m1']),
  );
const firstOf = ([row]: readonly WatchRow[]) => row as WatchRow;

const offers = [
  item('a', { spark: [300, null, 200], change24hBp: 10_000 }),
  item('b', { spark: [250, null, 400], change24hBp: 0, floorCents: 10_000, category: '2' }),
  item('c', { floorCents: null, category: '2' }),
];
const snoozedUntil = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

it('lists the cheapest of a match first when its threshold is the nearest, with its change and line', () => {
  const rows = rowsOf(offers, onMatch('m1'));
  const [first, ...others] = filterAndSortRows(rows, { q: '', filter: 'all', order: 'near' });
  expect(first).toMatchObject({
    matchTarget: { category: null },
    item: { id: 'b', listings: 12, change24hBp: 0, spark: [250, null, 200] },
  });
  expect(first && isNear(first)).toBe(true);
  expect(others.map(({ nearest }) => nearest)).toEqual([null, null, null]);
});

it('follows whichever of them becomes the cheapest', () => {
  const row = firstOf(rowsOf(offers, onMatch('m1')));
  const now = (id: string, floorCents: number) =>
    updateRowPrices(row, (one) => (one.id === id ? { ...one, floorCents } : one));
  expect(now('c', 9_000)).toMatchObject({ item: { id: 'c' } });
  expect(isCrossed(now('c', 9_000))).toBe(true);
  expect(now('a', 100)).toMatchObject({ item: { id: 'a' }, nearest: { distance: -960_000 } });
  expect(updateRowPrices(row, (one) => one)).toBe(row);
});

it('uses only the category of the threshold, and skips matches that are not watched', () => {
  const rows = rowsOf(offers, onMatch('m1', '1'), onMatch('not-watched'));
  expect(rows.filter(({ matchTarget }) => matchTarget !== null)).toMatchObject([
    { matchTarget: { category: '1' }, item: { id: 'a' } },
  ]);
});

/** The row of one collectible at 100 €, with these thresholds. */
const rowWith = (...parts: readonly Partial<Threshold>[]) =>
  firstOf(rowsOf([item('a', { floorCents: 10_000 })], ...parts.map((part) => on('a', part))));
const far = { value: 5_000 };
const near = { value: 9_900 };
const low = { condition: 'low', value: 7 } as const;
const paused = { pause: 'user' } as const;

it.each<[string, Partial<Threshold>[], string | undefined]>([
  ['none', [], undefined],
  ['the nearest', [far, near], 't1'],
  ['the nearest, in any order', [near, far], 't0'],
  ['one with a distance', [low, far], 't1'],
  ['one without, when no other is active', [{ ...near, ...paused }, low], 't1'],
  ['an active one before a paused one', [{ ...near, ...paused }, far], 't1'],
  ['a paused one, if need be', [{ ...near, ...paused }], 't0'],
])('a row edits %s', (_which, parts, id) => {
  expect(thresholdToEdit(rowWith(...parts))?.id).toBe(id);
});

it('has the active threshold without a distance only where no other has one, as while nothing is on sale', () => {
  expect(rowWith(low)).toMatchObject({
    nearest: null,
    unmeasured: { id: 't0', threshold: on('a', low) },
  });
  expect(rowWith(low, far).unmeasured).toBeNull();
  const unsold = firstOf(rowsOf([item('a', { floorCents: null })], on('a')));
  expect(unsold).toMatchObject({ nearest: null, unmeasured: { id: 't0', threshold: on('a') } });
  const none = rowWith();
  expect(none).toMatchObject({ thresholds: [], nearest: null, unmeasured: null, pausedBy: null });
  expect([isNear(none), isCrossed(none)]).toEqual([false, false]);
});

it('counts a change that is nearer than a price, from its own base', () => {
  const t1 = on('a', { condition: 'change', value: 500 });
  const settings = settingsSample({ t0: on('a', { value: 9_000 }), t1 });
  const states = { t1: { status: 'watching', armed: true, base: 9_800, episode: 0 } } as const;
  const items = [item('a', { floorCents: 10_000 })];
  const row = firstOf(buildWatchRows(items, { ...settings, states }));
  expect(row.nearest).toMatchObject({ id: 't1', distance: 290 });
  expect(isNear(row)).toBe(true);
});

it.each([
  [['user', 'plan'], 'plan'],
  [['user', 'kickoff'], 'user'],
  [['user', null], null],
] as const)('where its thresholds are paused by %j it is by %s', (pauses, by) => {
  expect(rowWith(...pauses.map((pause) => ({ pause }))).pausedBy).toBe(by);
});

it('is not watched while it is snoozed: neither near nor crossed, silent until the first snooze ends', () => {
  const crossed = { value: 20_000, snoozedUntil: snoozedUntil(2) };
  const row = rowWith(crossed, { snoozedUntil: snoozedUntil(1), value: 9_900 }, paused);
  expect(row).toMatchObject({ nearest: null, unmeasured: null, pausedBy: null });
  expect(row.silentUntil).toBe(row.thresholds[1]?.threshold.snoozedUntil);
  expect([isNear(row), isCrossed(row)]).toEqual([false, false]);
  expect(isCrossed(rowWith({ ...crossed, snoozedUntil: snoozedUntil(-1) }))).toBe(true);
  const byPlan = rowWith({ ...crossed, pause: 'plan' });
  expect(byPlan).toMatchObject({ silentUntil: null, pausedBy: 'plan' });
  expect(rowWith(crossed, far)).toMatchObject({ nearest: { id: 't1' }, silentUntil: null });
});

it('tells apart by name only collectibles whose category another of the match has', () => {
  const items = [...offers, item('d', { matchId: 'm2', category: '2' })];
  const rows = rowsOf(items, onMatch('m1', '2'), onMatch('m1'));
  const two = categoryName('2');
  expect(rows.map((row) => [targetNameOf(row), row.collectibles.length])).toEqual([
    [cheapestOfCategory('2'), 2],
    [cheapestOfMatch, 3],
    [categoryName('1'), 1],
    [`${two} · b`, 1],
    [`${two} · c`, 1],
    [two, 1],
  ]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(6);
});

const all = [
  item('one', { matchName: 'Perú – Mali', change24hBp: 100 }),
  item('two', { matchName: 'España – Uruguay', change24hBp: null, category: 'Palco' }),
  item('three', { matchName: 'Japón – Chile', change24hBp: -900 }),
];
const some = [
  on('one', { value: 19_500 }),
  on('two', { value: 21_000 }),
  on('three', { value: 10_000, pause: 'user' }),
];
const snoozed = on('one', { snoozedUntil: snoozedUntil(1) });

it.each<[{ q?: string; filter?: WatchFilter; order?: WatchOrder }, Threshold[], string]>([
  [{ q: ' JAPON ' }, [], 'three'],
  [{ q: 'palco' }, [], 'two'],
  [{ q: 'one' }, [], 'one'],
  [{ q: 'nada' }, [], ''],
  [{ order: 'near' }, some, 'two one three'],
  [{ order: 'near' }, some.slice(1), 'two one three'],
  [{ order: 'near' }, some.slice(0, 1), 'one two three'],
  [{ order: 'change' }, [], 'three one two'],
  [{ order: 'name' }, [], 'two three one'],
  [{ filter: 'near' }, some, 'one'],
  [{ filter: 'crossed' }, some, 'two'],
  [{ filter: 'paused' }, some, 'three'],
  [{ filter: 'silent' }, [...some, snoozed], ''],
  [{ filter: 'silent' }, [snoozed], 'one'],
])('of %j with thresholds it shows these: %3$s', (part, umbrales, ids) => {
  const search = { q: '', filter: 'all', order: 'near', ...part } as const;
  const found = filterAndSortRows(rowsOf(all, ...umbrales), search);
  expect(found.map((row) => row.item.id).join(' ')).toBe(ids);
});

it('of the thresholds on one collectible it shows the one a row would edit', () => {
  const entries = [far, near].map((part, n) => ({ id: `t${n}`, threshold: on('a', part) }));
  const shown = thresholdToShow(item('a', { floorCents: 10_000 }), entries, {});
  expect(shown).toMatchObject({ id: 't1', threshold: on('a', near) });
  expect(thresholdToShow(item('a'), [], {})).toBeNull();
});
