import fc from 'fast-check';
import { expect, test } from 'vitest';
import { identifierPattern } from '#domain/threshold.ts';
import { buildCatalogue, defaultCatalogueRule } from './catalogue-rule.ts';
import { parsePage } from './search-page.ts';

const rule = {
  matchNumber: new RegExp(defaultCatalogueRule.matchNumber, 'iu'),
  city: new RegExp(defaultCatalogueRule.city, 'iu'),
  category: new RegExp(defaultCatalogueRule.category, 'iu'),
};
const listing = fc.record(
  {
    uniqueCode: fc.oneof(fc.constantFrom('a', 'b-1'), fc.string(), fc.jsonValue()),
    title: fc.oneof(fc.constant('Match 3 · Category 2'), fc.string(), fc.jsonValue()),
    subtitle: fc.oneof(fc.constant('Turin'), fc.string(), fc.jsonValue()),
    packSlug: fc.jsonValue(),
    lowestPrice: fc.oneof(fc.integer(), fc.jsonValue()),
    rarity: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

test('any JSON parses to a page or null, and every row is accounted for', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue(),
        fc.record({ total: fc.nat(500), listings: fc.array(fc.oneof(listing, fc.jsonValue())) }),
      ),
      (body) => {
        const page = parsePage(body);
        if (page === null) return;
        expect(page.listings.length + page.unreadable).toBe(page.rows);
        for (const { code } of page.listings) expect(code).toMatch(identifierPattern);
        const { entries, rejected } = buildCatalogue(page.listings, rule, 'USD');
        const codes = new Set(page.listings.map(({ code }) => code));
        const placed = entries.flatMap(({ collectibles }) => collectibles.map(({ id }) => id));
        expect(new Set(placed).size).toBe(placed.length);
        expect(placed.every((id) => codes.has(id))).toBe(true);
        const refused = [...rejected.values()].reduce((sum, times) => sum + times, 0);
        expect(placed.length + refused).toBeGreaterThanOrEqual(codes.size);
      },
    ),
  );
});

test.each([
  ['Match 13 · Category 1', 'Guadalajara, 18 June', '', 13, 'Guadalajara', '1'],
  ['Partido 7 – Categoría 2', 'Ciudad de México | Grupo A', '', 7, 'Ciudad de México', '2'],
  ['Right to buy', '  Turin · Group B', 'cat3-m104', 104, 'Turin', '3'],
])('%s, %s, %s', (title, subtitle, packSlug, number, city, category) => {
  const page = parsePage({ total: 1, listings: [{ uniqueCode: 'a', title, subtitle, packSlug }] });
  const [entry] = buildCatalogue(page?.listings ?? [], rule, 'USD').entries;
  expect([entry?.match.number, entry?.match.city, entry?.collectibles[0]?.category]).toEqual([
    number,
    city,
    category,
  ]);
});

test('texts become one line that a database can store', () => {
  const half = `${'a'.repeat(199)}😀`;
  const page = parsePage({
    total: 1,
    listings: [
      { uniqueCode: 'a', title: half, subtitle: 'Tu\u0000\u202erin\n', rarity: { name: '\ud800' } },
      { uniqueCode: 'b', title: '\u200b' },
    ],
  });
  expect(page?.listings[0]?.texts).toEqual({
    title: 'a'.repeat(199),
    subtitle: 'Tu rin',
    packSlug: '',
    rarity: '',
  });
  expect(page?.listings[1]?.texts).toBeNull();
});
