/** What the pages of one crawl prove together. */
import { describe, expect, test } from 'vitest';
import { type CrawledPage, mergePages } from './merge-pages.ts';
import type { Listing } from './search-page.ts';

const listing = (code: string, lowestPrice: unknown = 100): Listing => ({
  code,
  lowestPrice,
  url: undefined,
  texts: null,
});
const page = (
  codes: readonly (string | Listing)[],
  { total = 4, unreadable = 0, missing = 0 } = {},
): CrawledPage => ({
  total,
  rows: codes.length + unreadable,
  listings: codes.map((code) => (typeof code === 'string' ? listing(code) : code)),
  unreadable,
  missing,
});
const codesOf = (pages: readonly CrawledPage[]) =>
  mergePages(pages)?.listings.map(({ code, lowestPrice }) => [code, lowestPrice]);
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
    expect(codesOf([page([listing('a', Number.NaN), listing('a', Number.NaN)])])).toHaveLength(1);
  });
});

describe('a page that contradicts itself', () => {
  test('only repeats others, when it is half a page or more', () => {
    expect(mergePages([page(many(50)), page(many(50))])).toBeNull();
    expect(mergePages([page(many(50)), page([...many(50), 'z'])])).not.toBeNull();
    expect(mergePages([page(many(49)), page(many(49))])).toMatchObject({ isConsistent: false });
  });
});

describe('a list that changed between the pages', () => {
  test('has another total at the end', () => {
    const pages = [page(['a', 'b'], { total: 5 }), page(['c', 'd'], { total: 4 })];
    expect(mergePages(pages)).toMatchObject({ isConsistent: false });
  });

  test('or a listing on two pages, which is one', () => {
    const pages = [page(['a', 'b']), page(['b', 'c'])];
    expect(mergePages(pages)).toMatchObject({ isConsistent: false, unreadable: 0 });
    expect(codesOf(pages)).toEqual([
      ['a', 100],
      ['b', 100],
      ['c', 100],
    ]);
  });

  test('or fewer rows than its total promises', () => {
    expect(mergePages([page(['a', 'b', 'c'], { missing: 1 })])).toMatchObject({
      isConsistent: false,
    });
  });

  test('or one twice on a page at the same price, which is still one', () => {
    expect(mergePages([page(['a', 'a', 'b'])])).toMatchObject({
      isConsistent: true,
      listings: { length: 2 },
    });
  });
});

describe('a listing is surely gone', () => {
  const isAbsent = (pages: readonly CrawledPage[], code: string) =>
    mergePages(pages)?.isAbsent(code);

  test('when its place between two others of a sorted page is empty', () => {
    const pages = [page(['a', 'c']), page(['e', 'g'])];
    expect(['b', 'f'].map((code) => isAbsent(pages, code))).toEqual([true, true]);
  });

  test('not when it is there, before the first, after the last, or between two pages', () => {
    const pages = [page(['b', 'c', 'd']), page(['f', 'g'])];
    for (const code of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
      expect(isAbsent(pages, code), code).toBe(false);
  });

  test('not when the page is not sorted, is empty, or has or lacks an unreadable listing', () => {
    expect(isAbsent([page(['c', 'a', 'd'])], 'b')).toBe(false);
    expect(isAbsent([page(['a', 'd', 'c'])], 'b')).toBe(false);
    expect(isAbsent([page([])], 'b')).toBe(false);
    expect(isAbsent([page(['a', 'c'], { unreadable: 1 })], 'b')).toBe(false);
    expect(isAbsent([page(['a', 'c'], { missing: 1 })], 'b')).toBe(false);
  });

  test('also when the page has one twice', () => {
    expect(isAbsent([page(['a', 'a', 'c'])], 'b')).toBe(true);
  });
});
