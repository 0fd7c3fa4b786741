/** Merges the pages of one crawl: whether they show one state of the market, and otherwise what they still prove. */
import type { Listing } from './listing.ts';
import type { Page } from './read-answer.ts';

export interface MergedPages {
  /** Each code once; one with two prices not at all. */
  readonly listings: readonly Listing[];
  /** Rows without a usable code, and codes with two prices. */
  readonly unreadable: number;
  /** Why, one by one. */
  readonly reasons: readonly string[];
  /** No listing came or went between the pages, and none is missing, as far as they show. */
  readonly isConsistent: boolean;
  /**
   * Whether a listing was certainly not on the market: pages sorted by code would have had it between two others. Of an
   * inconsistent crawl, mere absence proves nothing.
   */
  isAbsent(code: string): boolean;
}

/** A page with by how many rows it differs from what its own total promises. */
export interface CrawledPage extends Page {
  readonly missing: number;
}

/** So many bad rows are rows; more are the whole market's fault. One in twenty, and one in any market. */
export const tolerated = (total: number): number => Math.max(1, Math.floor(total / 20));

/** @param pageSize of a full one. @returns null when the pages contradict themselves: too many codes with two prices, or a page that only repeats others */
export function mergePages(pages: readonly CrawledPage[], pageSize: number): MergedPages | null {
  const merged = new Map<string, Listing>();
  const contradictory = new Set<string>();
  let isRepeated = false;
  for (const { listings } of pages) {
    const own = new Set<string>();
    let added = 0;
    for (const listing of listings) {
      const { code, tick } = listing;
      const other = merged.get(code);
      if (other !== undefined && !Object.is(other.tick.floorCents, tick.floorCents))
        contradictory.add(code);
      if (other === undefined) added += 1;
      own.add(code);
      merged.set(code, listing);
    }
    // Fewer may have shifted here from the page before.
    if (added === 0 && own.size >= pageSize / 2) return null;
    isRepeated ||= added < own.size;
  }
  const total = pages.at(-1)?.total ?? null;
  for (const code of contradictory) merged.delete(code);
  if (
    contradictory.size > 0 &&
    (merged.size === 0 || contradictory.size > tolerated(total ?? merged.size))
  )
    return null;
  const reasons = [
    ...pages.flatMap(({ unreadable }) => unreadable),
    ...[...contradictory].map((code) => `${code}: dos precios`),
  ];
  const ranges = pages.flatMap((page) => sortedRange(page) ?? []);
  return {
    listings: [...merged.values()],
    unreadable: reasons.length,
    reasons,
    // The same code on two pages: the list shifted between the requests, and another listing was missed.
    isConsistent: !isRepeated && pages.every((page) => page.total === total && page.missing === 0),
    isAbsent: (code) =>
      !merged.has(code) &&
      !contradictory.has(code) &&
      ranges.some(({ first, last }) => first < code && code < last),
  };
}

/** null when a page is not sorted by code, or has or lacks a listing that could be any. */
function sortedRange({
  listings,
  unreadable,
  missing,
}: CrawledPage): { first: string; last: string } | null {
  const codes = listings.map(({ code }) => code);
  const isSorted = codes.every((code, index) => index === 0 || (codes[index - 1] ?? '') <= code);
  const [first, last] = [codes[0], codes.at(-1)];
  return unreadable.length + missing === 0 && isSorted && first !== undefined && last !== undefined
    ? { first, last }
    : null;
}
