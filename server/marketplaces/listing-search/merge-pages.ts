/** Merges the pages of one crawl: whether they show one state of the market, and otherwise what they still prove. */
import { type Listing, type Page, pageSize } from './search-page.ts';

export interface MergedPages {
  /** Each code once, as last seen. */
  readonly listings: readonly Listing[];
  readonly unreadable: number;
  /** No listing came or went between the pages, as far as they show. */
  readonly isConsistent: boolean;
  /**
   * Whether a listing was certainly not on the market: pages sorted by code would have had it between two others. Of an
   * inconsistent crawl, mere absence proves nothing.
   */
  isAbsent(code: string): boolean;
}

/** @returns null when the pages contradict themselves: one code with two prices on a page, or a page that only repeats others */
export function mergePages(pages: readonly Page[]): MergedPages | null {
  const merged = new Map<string, Listing>();
  let isRepeated = false;
  for (const { listings } of pages) {
    const own = new Map<string, Listing>();
    let added = 0;
    for (const listing of listings) {
      const before = own.get(listing.code);
      if (before !== undefined && !Object.is(before.lowestPrice, listing.lowestPrice)) return null;
      if (before === undefined && !merged.has(listing.code)) added += 1;
      own.set(listing.code, listing);
    }
    // Fewer may have shifted here from the page before.
    if (added === 0 && own.size >= pageSize / 2) return null;
    isRepeated ||= added < own.size;
    for (const [code, listing] of own) merged.set(code, listing);
  }
  const total = pages.at(-1)?.total;
  const ranges = pages.flatMap((page) => sortedRange(page) ?? []);
  return {
    listings: [...merged.values()],
    unreadable: pages.reduce((sum, page) => sum + page.unreadable, 0),
    // The same code on two pages: the list shifted between the requests, and another listing was missed.
    isConsistent: !isRepeated && pages.every((page) => page.total === total),
    isAbsent: (code) =>
      !merged.has(code) && ranges.some(({ first, last }) => first < code && code < last),
  };
}

/** null when a page is not sorted by code, or has a listing that could be any. */
function sortedRange({ listings, unreadable }: Page): { first: string; last: string } | null {
  const codes = listings.map(({ code }) => code);
  const isSorted = codes.every((code, index) => index === 0 || (codes[index - 1] ?? '') <= code);
  const [first, last] = [codes[0], codes.at(-1)];
  return unreadable === 0 && isSorted && first !== undefined && last !== undefined
    ? { first, last }
    : null;
}
