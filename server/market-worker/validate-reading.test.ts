import { expect, test } from 'vitest';
import type { RawTick, Reading } from '../market-model/marketplace.ts';
import { validateReading } from './validate-reading.ts';

const currencies = new Map([
  ['a1', 'EUR'],
  ['a2', 'EUR'],
  ['a3', 'EUR'],
]);
const arrivedAt = new Date('2026-02-01T12:00:00Z');
const reading = (ticks: RawTick[], more: Partial<Reading> = {}): Reading => ({
  observedAt: '2026-02-01T11:00:00Z',
  kind: 'changes',
  ticks,
  ...more,
});
const check = (ticks: RawTick[], more: Partial<Reading> = {}) =>
  validateReading(reading(ticks, more), currencies, arrivedAt);
const good: RawTick = { collectibleId: 'a2', floorCents: 700 };

test.each([
  ['price', { floorCents: 0 }],
  ['price', { floorCents: 1.5 }],
  ['price', { floorCents: Number('1e999') }],
  ['price', { floorCents: Number.NaN }],
  ['price', { floorCents: '700' }],
  ['currency', { currency: 'USD' }],
  ['unknown_collectible', { collectibleId: 'zz' }],
  ['unknown_collectible', { collectibleId: '__proto__' }],
])('a tick is rejected for its %s, alone: %o', (reason, part) => {
  const { accepted, rejected } = check([{ collectibleId: 'a1', floorCents: 500, ...part }, good]);
  expect(accepted?.ticks).toEqual([['a2', 700, null, null]]);
  expect([...rejected]).toEqual([[reason, 1]]);
});

test.each([
  ['time', '2026-02-30T11:00:00Z'],
  ['time', '2026-02-01T25:00:00Z'],
  ['future', '2026-02-01T12:01:00.001Z'],
])('a whole reading is rejected for its instant (%s: %s)', (reason, observedAt) => {
  const { accepted, rejected } = check([good, good], { observedAt });
  expect([accepted, ...rejected]).toEqual([null, [reason, 2]]);
});

test('an instant up to a minute ahead of our clock is accepted', () => {
  expect(check([good], { observedAt: '2026-02-01T12:01:00Z' }).accepted).not.toBeNull();
});

test.each([1, 1_000_000_000, null])('a price of %o is accepted', (floorCents) => {
  const { accepted } = check([{ collectibleId: 'a1', floorCents }]);
  expect(accepted?.ticks).toEqual([['a1', floorCents, null, null]]);
});

test('of two ticks of one collectible the last valid one wins', () => {
  const { accepted } = check([
    { collectibleId: 'a1', floorCents: 500 },
    { collectibleId: 'a1', floorCents: 400 },
    { collectibleId: 'a1', floorCents: 0 },
  ]);
  expect(accepted?.ticks).toEqual([['a1', 400, null, null]]);
});

test('a complete reading adds none for what it omits, but not for rejected ticks', () => {
  const { accepted } = check([good, { collectibleId: 'a1', floorCents: -5 }], { kind: 'complete' });
  expect(accepted?.ticks).toEqual([
    ['a2', 700, null, null],
    ['a3', null, 0, null],
  ]);
});

test('an empty reading is accepted', () => {
  expect(check([]).accepted?.ticks).toEqual([]);
});

test('rows that were not ticks are counted too', () => {
  expect([...check([good], { rejections: ['row', 'time', 'row'] }).rejected]).toEqual([
    ['row', 2],
    ['time', 1],
  ]);
});

const tickOf = (tick: Partial<RawTick>) => check([{ ...good, ...tick }]).accepted?.ticks[0];
const sale = { id: 's', soldAt: '2026-02-01T10:00:00Z', priceCents: 650 };

test('asks and sales are stored with the floor they belong to, asks in ascending order', () => {
  const sold = ['s', Date.parse(sale.soldAt), 650];
  const stored = ['a2', 700, null, null, [700, 800, 900], [sold]];
  expect(tickOf({ asks: [900, 700, 800], sales: [sale] })).toEqual(stored);
  expect(tickOf({ floorCents: null, asks: [] })).toEqual(['a2', null, null, null, []]);
});

test('a thousand asks are stored, and of sales the first hundred', () => {
  expect(tickOf({ asks: Array(1_000).fill(700) })?.[4]).toHaveLength(1_000);
  expect(tickOf({ sales: Array(101).fill(sale) })?.[5]).toHaveLength(100);
});

test.each<[string, Partial<RawTick>]>([
  ['do not contain the floor', { asks: [800, 900] }],
  ['are not prices', { asks: [700, 0] }],
  ['are no list', { asks: '700', sales: 'many' }],
  ['are none although there is a floor', { asks: [] }],
])('asks that %s count as unknown', (_case, tick) => {
  expect(tickOf(tick)).toEqual(['a2', 700, null, null]);
});

test.each([
  [{ id: 'x'.repeat(65) }, false],
  [{ id: '' }, false],
  [{ priceCents: 0 }, false],
  [{ priceCents: 1_000_000_001 }, false],
  [{ soldAt: '2026-02-01T12:01:00Z' }, true],
  [{ soldAt: '2026-02-01T12:01:00.001Z' }, false],
])('a sale %j is stored: %s; the floor is in any case', (part, isStored) => {
  const tick = tickOf({ sales: [{ ...sale, ...part }] });
  expect([tick?.[1], tick?.[5]?.length ?? 0]).toEqual([700, Number(isStored)]);
});

test.each<[string, 2 | 3, Partial<RawTick>, number | null]>([
  ['no listing', 2, { listings: 0 }, 0],
  ['too many', 2, { listings: 1_000_000_001 }, null],
  ['a fraction', 2, { listings: 1.5 }, null],
  ['a last sale of a cent', 3, { lastSaleCents: 1 }, 1],
  ['nothing', 3, { lastSaleCents: 0 }, null],
  ['beyond', 3, { lastSaleCents: 1_000_000_001 }, null],
])('%s is stored as it is, or as unknown', (_what, index, tick, stored) => {
  expect(tickOf(tick)?.[index]).toBe(stored);
});

test('a reading of which no tick is valid is rejected, complete or not, and each is counted', () => {
  const invalid = [0, -1].map((floorCents) => ({ ...good, floorCents }));
  const { accepted, rejected } = check(invalid, { kind: 'complete' });
  expect([accepted, ...rejected]).toEqual([null, ['price', 2]]);
});

test('a tick in another currency is reported with its collectible', () => {
  expect(check([{ ...good, currency: 'USD' }]).wrongCurrency).toEqual(['a2']);
});
