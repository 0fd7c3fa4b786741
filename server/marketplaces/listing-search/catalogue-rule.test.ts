/** Where listings are placed by the operator's rules, and which are left out. */
import { expect, test } from 'vitest';
import { buildCatalogue } from './catalogue-rule.ts';
import type { Listing, ListingTexts } from './search-page.ts';

const rule = { matchNumber: /n(-?[\d.]+)/, city: /c\(([^)]*)\)/, category: /k\(([^)]*)\)/ };
const listing = (
  code: string,
  title: string,
  texts: Partial<ListingTexts> | null = {},
): Listing => ({
  code,
  lowestPrice: 100,
  url: `https://mercado.example/${code}`,
  texts: texts === null ? null : { title, subtitle: '', packSlug: '', rarity: null, ...texts },
});
const build = (...listings: Listing[]) => buildCatalogue(listings, rule, 'USD');

test('listings of one match are together, described by the one with the lowest code in whatever order', () => {
  const listings = [
    listing('b', 'n7 c(Turin) k(1)', { rarity: 'Rare' }),
    listing('a', 'n7 c(Torino) k(2)'),
    listing('c', 'n8 c(Roma) k(1)'),
  ];
  const { entries, rejected } = build(...listings);
  expect(rejected.size).toBe(0);
  expect(entries.map(({ match }) => [match.id, match.name, match.city])).toEqual([
    ['7', 'Partido 7', 'Torino'],
    ['8', 'Partido 8', 'Roma'],
  ]);
  expect(entries[0]?.collectibles).toEqual([
    {
      id: 'b',
      matchId: '7',
      name: 'n7 c(Turin) k(1)',
      category: '1',
      rarity: 'Rare',
      currency: 'USD',
      tickets: 1,
      url: 'https://mercado.example/b',
    },
    expect.objectContaining({ id: 'a', category: '2', rarity: null }),
  ]);
  const [reversed] = build(...listings.toReversed()).entries.slice(-1);
  expect(reversed?.match.city).toBe('Torino');
});

test.each([
  ['n0', true],
  ['n999999', true],
  ['n1000000', false],
  ['', false],
])('a match number %j: %s', (number, isPlaced) => {
  const { entries, rejected } = build(listing('a', `${number} c(Turin) k(1)`));
  expect([entries.length, rejected.get('match')]).toEqual(isPlaced ? [1, undefined] : [0, 1]);
});

test('those without a place are counted by what they lack', () => {
  const { entries, rejected } = build(
    listing('a', '', null),
    listing('b', 'c(Turin) k(1)'),
    listing('c', 'n7 k(1)'),
    listing('d', 'n7 c( ) k(1)'),
    listing('e', 'n7 c(Turin)'),
    listing('f', 'n7 c(Turin) k( )'),
    listing('g', 'n7 c(Turin) k()'),
  );
  expect(entries).toEqual([]);
  expect(Object.fromEntries(rejected)).toEqual({
    missing_texts: 1,
    match: 1,
    city: 2,
    category: 3,
  });
});
