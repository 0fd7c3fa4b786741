/** What the pages of one crawl prove together. */
import { describe, expect, test } from 'vitest';
import type { Listing } from './listing.ts';
import { type CrawledPage, mergePages as mergePagesOf } from './merge-pages.ts';

const mergePages = (pages: readonly CrawledPage[]) => mergePagesOf(pages, 100);

const listing = (code: string, floorCents: unknown = 100): Listing => ({
  code,
  tick: { floorCents },
  described: 'match',
});
const page = (
  codes: readonly (string | Listing)[],
  { total = 4, unreadable = 0, missing = 0 } = {},
): CrawledPage => ({
  total,
  next: null,
  rows: codes.length + unreadable,
  listings: codes.map((code) => (typeof code === 'string' ? listing(code) : code)),
  unreadable: Array.from({ length: unreadable }, () => 'id'),
  missing,
});
/** As many as half a page, or one fewer. */
const many = (count: number) => Array.from({ length: count }, (_, index) => `m${100 + index}`);

test('pages of one state are read as one list', () => {
  const merged = mergePages([
    page(['a', 'b'], { unreadable: 1 }),
    page(['c', 'd'], { unreadable: 2 }),
  ]);
  expect(merged?.listings.map(({ code }) => code)).toEqual(['a', 'b', 'c', 'd']);
  expect(merged).toMatchObject({ isConsistent: true, unreadable: 3 });
});

describe('a listing with two prices', () => {
  const twice = (code: string) => [listing(code, 1), listing(code, 2)];

  test.each([
    ['on a page', [page([...twice('b'), 'a', 'd'])], true],
    ['on two pages', [page(['a', listing('b', 1)]), page([listing('b', 2), 'd'])], false],
  ])('%s is left out and counted, and nothing is said about it', (_name, pages, isConsistent) => {
    const merged = mergePages(pages);
    expect(merged?.listings.map(({ code }) => code)).toEqual(['a', 'd']);
    expect(merged).toMatchObject({ isConsistent, unreadable: 1 });
    expect(merged?.isAbsent('b')).toBe(false);
  });

  test('and more than one in twenty such are a market that contradicts itself', () => {
    const rows = (count: number) => [...many(40), ...codes(count).flatMap(twice)];
    const codes = (count: number) => Array.from({ length: count }, (_, index) => `z${index}`);
    expect(mergePages([page(rows(2), { total: 39 })])).toBeNull();
    expect(mergePages([page(rows(2), { total: 40 })])).not.toBeNull();
    expect(mergePages([page(twice('a'))])).toBeNull();
    const same = listing('a', Number.NaN);
    expect(mergePages([page([same, same])])?.listings).toHaveLength(1);
  });
});

test('a page that contradicts itself: only repeats others, when it is half a page or more', () => {
  expect(mergePages([page(many(50)), page(many(50))])).toBeNull();
  expect(mergePages([page(many(50)), page([...many(50), 'z'])])).not.toBeNull();
  expect(mergePages([page(many(49)), page(many(49))])).toMatchObject({ isConsistent: false });
});

test.each([
  ['another total', [page(['a', 'b'], { total: 3 }), page(['c'])], ['a', 'b', 'c'], false],
  ['a listing on two pages: one', [page(['a', 'b']), page(['b', 'c'])], ['a', 'b', 'c'], false],
  ['fewer rows than its total promises', [page(['a', 'b'], { missing: 1 })], ['a', 'b'], false],
  ['one twice on a page at the same price', [page(['a', 'a', 'b'])], ['a', 'b'], true],
])('a list with %s', (_name, pages, codes, isConsistent) => {
  const merged = mergePages(pages);
  expect(merged?.listings.map(({ code }) => code)).toEqual(codes);
  expect(merged).toMatchObject({ isConsistent, unreadable: 0 });
});

const sorted = [page(['b', 'c', 'd']), page(['f', 'g'])];
test.each([
  ['between two others of a sorted page', [page(['a', 'c']), page(['e', 'g'])], 'bf', true],
  ['not there, before the first, after the last, between two pages', sorted, 'abcdefgh', false],
  ['not on a page that is not sorted', [page(['c', 'a', 'd'])], 'b', false],
  ['nor beside one that cannot be read', [page(['a', 'c'], { unreadable: 1 })], 'b', false],
  ['nor beside a gap', [page(['a', 'c'], { missing: 1 })], 'b', false],
])('a listing is surely gone %s', (_name, pages, codes, isGone) => {
  const merged = mergePages(pages);
  for (const code of codes) expect([code, merged?.isAbsent(code)]).toEqual([code, isGone]);
});
