import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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

describe('a tick that must never be evaluated', () => {
  test.each([
    ['price', { collectibleId: 'a1', floorCents: 0 }],
    ['price', { collectibleId: 'a1', floorCents: -1 }],
    ['price', { collectibleId: 'a1', floorCents: 1.5 }],
    ['price', { collectibleId: 'a1', floorCents: 1_000_000_001 }],
    ['price', { collectibleId: 'a1', floorCents: Number('1e999') }],
    ['price', { collectibleId: 'a1', floorCents: Number.NaN }],
    ['price', { collectibleId: 'a1', floorCents: '700' }],
    ['price', { collectibleId: 'a1', floorCents: undefined }],
    ['currency', { collectibleId: 'a1', floorCents: 500, currency: 'USD' }],
    ['currency', { collectibleId: 'a1', floorCents: 500, currency: null }],
    ['unknown_collectible', { collectibleId: 'zz', floorCents: 500 }],
    ['unknown_collectible', { collectibleId: 7, floorCents: 500 }],
    ['unknown_collectible', { collectibleId: '__proto__', floorCents: 500 }],
  ])('is rejected for its %s, alone', (reason, tick) => {
    const { accepted, rejected } = check([tick, good]);
    expect(accepted?.ticks).toEqual([['a2', 700, null, null]]);
    expect([...rejected]).toEqual([[reason, 1]]);
  });

  test.each([
    ['time', '2026-02-30T11:00:00Z'],
    ['time', '2026-02-01 11:00:00'],
    ['time', '2026-02-01T11:00:00'],
    ['time', '2026-02-01T25:00:00Z'],
    ['time', ''],
    ['future', '2026-02-01T12:01:00.001Z'],
  ])('rejects the whole reading when the instant is invalid (%s: %s)', (reason, observedAt) => {
    const { accepted, rejected } = check([good, { collectibleId: 'a1', floorCents: 5 }], {
      observedAt,
    });
    expect(accepted).toBeNull();
    expect([...rejected]).toEqual([[reason, 2]]);
  });
});

test('an instant up to a minute ahead of our clock is accepted', () => {
  expect(check([good], { observedAt: '2026-02-01T12:01:00Z' }).accepted).not.toBeNull();
});

test('both ends of the price range are accepted, and none stays null', () => {
  const { accepted } = check([
    { collectibleId: 'a1', floorCents: 1 },
    { collectibleId: 'a2', floorCents: 1_000_000_000 },
    { collectibleId: 'a3', floorCents: null },
  ]);
  expect(accepted?.ticks.map(([, floor]) => floor)).toEqual([1, 1_000_000_000, null]);
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

describe('asks and sales', () => {
  const accepted = (tick: Partial<RawTick>) => check([{ ...good, ...tick }]).accepted?.ticks[0];

  test('are stored with the floor they belong to, asks in ascending order', () => {
    const sale = { id: 's1', soldAt: '2026-02-01T10:00:00Z', priceCents: 650 };
    expect(accepted({ asks: [900, 700, 800], sales: [sale] })).toEqual([
      'a2',
      700,
      null,
      null,
      [700, 800, 900],
      [['s1', Date.parse(sale.soldAt), 650]],
    ]);
    expect(check([{ collectibleId: 'a1', floorCents: null, asks: [] }]).accepted?.ticks).toEqual([
      ['a1', null, null, null, []],
    ]);
  });

  test.each<[string, Partial<RawTick>]>([
    ['do not contain the floor', { asks: [800, 900] }],
    ['are cheaper than the floor', { asks: [600, 700] }],
    ['are not prices', { asks: [700, 0] }],
    ['are no list', { asks: '700' }],
    ['are none although there is a floor', { asks: [] }],
    ['are too many', { asks: Array(1_001).fill(700) }],
  ])('count as unknown when asks %s', (_case, tick) => {
    expect(accepted(tick)).toEqual(['a2', 700, null, null]);
  });

  test.each([
    ['without an id', { id: '', soldAt: '2026-02-01T10:00:00Z', priceCents: 650 }],
    ['without an instant', { id: 's', soldAt: 'yesterday', priceCents: 650 }],
    ['of the future', { id: 's', soldAt: '2026-02-02T10:00:00Z', priceCents: 650 }],
    ['without a price', { id: 's', soldAt: '2026-02-01T10:00:00Z', priceCents: 6.5 }],
  ])('a sale %s is left out, the floor is not', (_case, sale) => {
    expect(accepted({ sales: [sale] })).toEqual(['a2', 700, null, null]);
  });
});

describe('at its limit', () => {
  const tickOf = (tick: Partial<RawTick>) => check([{ ...good, ...tick }]).accepted?.ticks[0];
  const sale = (part: object = {}) => ({
    ...{ id: 's', soldAt: '2026-02-01T10:00:00Z', priceCents: 650 },
    ...part,
  });

  test('a list of a thousand asks is stored, and of sales the first hundred', () => {
    expect(tickOf({ asks: Array(1_000).fill(700) })?.[4]).toHaveLength(1_000);
    expect(tickOf({ sales: Array.from({ length: 101 }, () => sale()) })?.[5]).toHaveLength(100);
    expect(tickOf({ sales: 'many' })).toEqual(['a2', 700, null, null]);
  });

  test.each([
    [{ id: 'x'.repeat(64) }, true],
    [{ id: 'x'.repeat(65) }, false],
    [{ priceCents: 1 }, true],
    [{ priceCents: 0 }, false],
    [{ priceCents: 1_000_000_000 }, true],
    [{ priceCents: 1_000_000_001 }, false],
    [{ soldAt: '2026-02-01T12:01:00Z' }, true],
    [{ soldAt: '2026-02-01T12:01:00.001Z' }, false],
  ])('a sale %j is stored: %s', (part, isStored) => {
    expect(tickOf({ sales: [sale(part)] })?.[5]?.length ?? 0).toBe(Number(isStored));
  });

  test.each([
    [0, 0],
    [1_000_000_000, 1_000_000_000],
    [1_000_000_001, null],
    [-1, null],
    [1.5, null],
    ['3', null],
  ])('%j listings are stored as %j', (listings, count) => {
    expect(tickOf({ listings })?.[2]).toBe(count);
  });

  test.each([
    [1, 1],
    [1_000_000_000, 1_000_000_000],
    [0, null],
    [1_000_000_001, null],
    ['700', null],
  ])('a last sale of %j is stored as %j', (lastSaleCents, cents) => {
    expect(tickOf({ lastSaleCents })?.[3]).toBe(cents);
  });

  test('a reading of which no tick is valid is rejected, and the others are counted', () => {
    const { accepted, rejected } = check(
      [
        { ...good, floorCents: 0 },
        { ...good, floorCents: -1 },
      ],
      {
        kind: 'complete',
      },
    );
    expect(accepted).toBeNull();
    expect([...rejected]).toEqual([['price', 2]]);
  });
});

test('a tick in another currency is reported with its collectible', () => {
  expect(check([{ ...good, currency: 'USD' }]).wrongCurrency).toEqual(['a2']);
});

test('no input makes validation throw or accepts an invalid price', () => {
  const tick = fc.record({
    collectibleId: fc.oneof(fc.constantFrom('a1', 'a2'), fc.anything()),
    floorCents: fc.oneof(fc.integer(), fc.double(), fc.anything()),
    currency: fc.oneof(fc.constantFrom('EUR', 'USD', undefined), fc.anything()),
    listings: fc.anything(),
    lastSaleCents: fc.anything(),
    asks: fc.oneof(fc.array(fc.integer()), fc.anything()),
    sales: fc.oneof(
      fc.array(fc.record({ id: fc.anything(), soldAt: fc.anything(), priceCents: fc.anything() })),
      fc.anything(),
    ),
  });
  fc.assert(
    fc.property(
      fc.array(tick),
      fc.oneof(fc.string(), fc.constant('2026-02-01T11:00:00Z')),
      (ticks, observedAt) => {
        const { accepted, rejected } = check(ticks, { observedAt });
        for (const [id, floor, listings] of accepted?.ticks ?? []) {
          expect(currencies.has(id)).toBe(true);
          if (floor !== null)
            expect(Number.isInteger(floor) && floor >= 1 && floor <= 1e9).toBe(true);
          if (listings !== null) expect(listings).toBeGreaterThanOrEqual(0);
        }
        const rejectedCount = [...rejected.values()].reduce((sum, times) => sum + times, 0);
        expect(rejectedCount).toBeLessThanOrEqual(ticks.length);
      },
    ),
  );
});
