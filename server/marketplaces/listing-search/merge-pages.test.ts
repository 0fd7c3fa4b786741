/** What the pages of one crawl prove together. */
import { describe, expect, test } from 'vitest';
import { mergePages } from './merge-pages.ts';
import type { Listing, Page } from './search-page.ts';

const listing = (code: string, lowestPrice: unknown = 100): Listing => ({
  code,
  lowestPrice,
  url: undefined,
  texts: null,
});
const page = (codes: readonly (string | Listing)[], { total = 4, unreadable = 0 } = {}): Page => ({
  total,
  rows: codes.length + unreadable,
  listings: codes.map((code) => (typeof code === 'string' ? listing(code) : code)),
  unreadable,
});
const codesOf = (pages: readonly Page[]) =>
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

describe('a page that contradicts itself', () => {
  test('has a listing twice with two prices', () => {
    expect(mergePages([page([listing('a', 1), listing('a', 2)])])).toBeNull();
    expect(codesOf([page([listing('a', Number.NaN), listing('a', Number.NaN)])])).toHaveLength(1);
  });

  test('or only repeats others, when it is half a page or more', () => {
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

  test('or a listing on two pages: what it cost last counts', () => {
    const pages = [page(['a', listing('b', 1)]), page([listing('b', 2), 'c'])];
    expect(mergePages(pages)).toMatchObject({ isConsistent: false });
    expect(codesOf(pages)).toEqual([
      ['a', 100],
      ['b', 2],
      ['c', 100],
    ]);
  });

  test('or one twice on a page at the same price, which is still one', () => {
    expect(mergePages([page(['a', 'a', 'b'])])).toMatchObject({
      isConsistent: true,
      listings: { length: 2 },
    });
  });
});

describe('a listing is surely gone', () => {
  const isAbsent = (pages: readonly Page[], code: string) => mergePages(pages)?.isAbsent(code);

  test('when its place between two others of a sorted page is empty', () => {
    const pages = [page(['a', 'c']), page(['e', 'g'])];
    expect(['b', 'f'].map((code) => isAbsent(pages, code))).toEqual([true, true]);
  });

  test('not when it is there, before the first, after the last, or between two pages', () => {
    const pages = [page(['b', 'c', 'd']), page(['f', 'g'])];
    for (const code of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
      expect(isAbsent(pages, code), code).toBe(false);
  });

  test('not when the page is not sorted, is empty, or has an unreadable listing', () => {
    expect(isAbsent([page(['c', 'a', 'd'])], 'b')).toBe(false);
    expect(isAbsent([page(['a', 'd', 'c'])], 'b')).toBe(false);
    expect(isAbsent([page([])], 'b')).toBe(false);
    expect(isAbsent([page(['a', 'c'], { unreadable: 1 })], 'b')).toBe(false);
  });

  test('also when the page has one twice', () => {
    expect(isAbsent([page(['a', 'a', 'c'])], 'b')).toBe(true);
  });
});
