/** What a listing says: its price, whatever way a market writes it, and its place in the catalogue. */
import { expect, test } from 'vitest';
import {
  buildCatalogue,
  describe,
  inCents,
  type PriceFormat,
  parseListing,
  tickOf,
  toCents,
} from './listing.ts';

const owner = { currency: 'USD', supplier: 'tienda' };
const place = { match: 7, category: '1' };
const build = (...listings: Record<string, unknown>[]) =>
  buildCatalogue(
    listings.map((raw) => ({ code: String(raw.id), described: describe(raw) })),
    owner,
  );

test('listings of one match are together, described by the one with the lowest code in whatever order', () => {
  const listings = [
    { ...place, id: 'b', city: 'Turin', rarity: 'Rare', name: 'B', page: 'https://x.example/b' },
    { ...place, id: 'a', city: 'Torino', tickets: 2 },
    {
      ...place,
      id: 'c',
      match: 'final',
      city: '',
      venue: 'Olimpico',
      home: 'Roma',
      away: 'Lazio',
      kickoff: '2026-06-01T20:00:00+02:00',
      zone: 'Europe/Rome',
    },
  ];
  const { entries, rejected } = build(...listings);
  expect(rejected.size).toBe(0);
  expect(entries.map(({ match }) => match)).toMatchObject([
    {
      id: '7',
      number: 7,
      name: 'Partido 7',
      city: 'Torino',
      home: null,
      kickoffAt: null,
      ...owner,
    },
    {
      id: 'final',
      number: 0,
      name: 'Roma – Lazio',
      city: 'Olimpico',
      home: { name: 'Roma' },
      timeZone: 'Europe/Rome',
      kickoffAt: new Date('2026-06-01T18:00:00Z'),
    },
  ]);
  expect(entries[0]?.collectibles).toEqual([
    expect.objectContaining({
      id: 'b',
      name: 'B',
      rarity: 'Rare',
      tickets: 1,
      url: 'https://x.example/b',
    }),
    {
      id: 'a',
      matchId: '7',
      name: '1',
      category: '1',
      rarity: null,
      currency: 'USD',
      tickets: 2,
      url: null,
    },
  ]);
  expect(
    build(...listings.toReversed()).entries.find(({ match }) => match.id === '7')?.match.city,
  ).toBe('Torino');
});

test.each<[string, Record<string, unknown>]>([
  ['match', { match: undefined }],
  ['match', { match: 'a b' }],
  ['match', { match: 1.5 }],
  ['category', { category: '\u200b' }],
  ['category', { category: 'x'.repeat(41) }],
  ['name', { name: {} }],
  ['kickoff', { kickoff: '1 June' }],
  // Years that PostgreSQL does not read as JSON writes them.
  ['kickoff', { kickoff: '0001-01-01T00:00:00+01:00' }],
  ['kickoff', { kickoff: '9999-12-31T23:59:59-01:00' }],
  ['zone', { zone: '+02:00' }],
  ['tickets', { tickets: 0 }],
  ['number', { number: 1_000_000 }],
])('one without a place is counted by what is malformed: %s of %o', (field, part) => {
  const { entries, rejected } = build({ ...place, id: 'a', ...part }, { ...place, id: 'b' });
  expect([...rejected]).toEqual([[field, 1]]);
  expect(entries[0]?.collectibles.map(({ id }) => id)).toEqual(['b']);
});

test('texts become one line that a database can store', () => {
  const raw = {
    ...place,
    name: `${'a'.repeat(199)}😀`,
    city: 'Tu\u0000\u202erin\n',
    rarity: '\ud800',
  };
  expect(describe(raw)).toMatchObject({ name: 'a'.repeat(199), city: 'Tu rin', rarity: '' });
});

const [decimal, comma, point] = (
  [
    ['decimal', '.'],
    ['text', ','],
    ['text', '.'],
  ] as const
).map(([prices, decimalMark]): PriceFormat => ({ prices, decimalMark }));

test.each<[PriceFormat | undefined, [unknown, unknown][]]>([
  [
    inCents,
    [
      [1_234, 1_234],
      [12.5, 12.5],
      ['1234', '1234'],
      [null, Number.NaN],
      [{}, Number.NaN],
    ],
  ],
  [
    decimal,
    [
      [12, 1_200],
      [12.5, 1_250],
      ['12.50', 1_250],
      ['12.500', 1_250],
      [0.1 + 0.2, Number.NaN],
      ['12,50', Number.NaN],
      [-1, Number.NaN],
      [null, Number.NaN],
    ],
  ],
  [
    comma,
    [
      ['1.234,50 €', 123_450],
      ['EUR 1 234', 123_400],
      ['1’234,5', 123_450],
      ['12,345', Number.NaN],
      ['12.34', Number.NaN],
      ['desde 5 €', 500],
      ['5 – 9 €', Number.NaN],
      ['-5 €', Number.NaN],
      ['gratis', Number.NaN],
    ],
  ],
  [
    point,
    [
      ['$1,234.50', 123_450],
      ['1.230', Number.NaN],
      ['$1,23.50', Number.NaN],
    ],
  ],
])('prices as %o', (format, cases) => {
  for (const [value, cents] of cases)
    expect([value, toCents(value, format ?? inCents)]).toEqual([value, cents]);
});

test('what is not available has no price, and one that is must have one', () => {
  const tick = (raw: object) => tickOf({ price: 700, ...raw }, inCents);
  expect(tick({ available: false })).toEqual({ floorCents: null });
  expect(tick({ available: true })).toEqual({ floorCents: 700 });
  expect(tick({ available: 'no' })).toEqual({ floorCents: Number.NaN });
  expect(tick({ price: undefined })).toEqual({ floorCents: Number.NaN });
  const sale = { id: 's1', at: '2026-01-01T00:00:00Z', price: 650 };
  expect(
    tick({ currency: 'EUR', listings: 3, lastSale: 650, asks: [700, 800], sales: [sale, 7] }),
  ).toEqual({
    floorCents: 700,
    currency: 'EUR',
    listings: 3,
    lastSaleCents: 650,
    asks: [700, 800],
    sales: [{ id: 's1', soldAt: sale.at, priceCents: 650 }, null],
  });
});

test.each(['', 'a b', '__proto__', 1.5, null, {}, 'x'.repeat(65)])('%o is no id', (id) => {
  expect(parseListing({ ...place, id, price: 1 }, inCents)).toBeNull();
});
