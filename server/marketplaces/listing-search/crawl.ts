/** Crawls all pages, again those that a change of the listings meanwhile made outdated (docs/alerts.md, rule 1). */
import type { Agent } from 'undici';
import type { Clock } from './clock.ts';
import type { CrawlError } from './crawl-error.ts';
import { fetchPage } from './fetch-page.ts';
import { type CrawledPage, type MergedPages, mergePages, tolerated } from './merge-pages.ts';
import { type Page, pageSize, parsePage } from './search-page.ts';

export interface CrawlLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly maxPages: number;
}

export interface CrawlSource {
  readonly url: URL;
  /** Number of the first page: 0 or 1. */
  readonly firstPage: number;
  readonly agent: Agent;
  readonly clock: Clock;
  readonly limits: CrawlLimits;
  /** Last pages by number, used when the server answers 304. */
  readonly cached: Map<number, CachedPage>;
}

export interface CachedPage {
  readonly etag: string;
  readonly page: Page;
}

export interface Crawl extends MergedPages {
  readonly kind: 'crawl';
  /** Wall time at which it began. */
  readonly beganAtMs: number;
  /** Every page was unchanged since the last crawl. */
  readonly unchanged: boolean;
}

/** @throws only the signal's reason */
export async function crawl(source: CrawlSource, signal: AbortSignal): Promise<Crawl | CrawlError> {
  const beganAtMs = source.clock.wallMs();
  const pages: CrawledPage[] = [];
  let unchanged = true;
  let total = 0;
  const fetchInto = async (index: number): Promise<CrawlError | null> => {
    const fetched = await fetchAndParsePage(source, source.firstPage + index, signal);
    if (fetched.kind === 'error') return fetched;
    const { page } = fetched;
    const missing = Math.min(pageSize, Math.max(0, page.total - index * pageSize)) - page.rows;
    if (missing < 0) return rejected('page_incomplete');
    if (countPages(page.total) > source.limits.maxPages) return rejected('too_large');
    unchanged &&= fetched.kind === 'cached';
    total = page.total;
    pages[index] = { ...page, missing };
    return countMissing(pages) > tolerated(total) ? rejected('page_incomplete') : null;
  };
  for (let index = 0; index < countPages(total); index += 1) {
    const error = await fetchInto(index);
    if (error !== null) return error;
  }
  // Once: a market that changes during every crawl is read all the same, without its absences.
  for (const index of outdated(pages, total)) {
    const error = await fetchInto(index);
    if (error !== null) return error;
  }
  if (total === 0) return rejected('empty');
  if (pages.every(({ rows }) => rows === 0)) return rejected('page_incomplete');
  deleteCachedFrom(source, pages.length);
  const merged = mergePages(pages);
  if (merged === null) return rejected('repeated');
  return { kind: 'crawl', beganAtMs, unchanged: unchanged && merged.isConsistent, ...merged };
}

const countPages = (total: number): number => Math.max(1, Math.ceil(total / pageSize));

const countMissing = (pages: readonly CrawledPage[]): number =>
  pages.reduce((sum, { missing }) => sum + missing, 0);

/** Pages of a state with another total than the newest. */
const outdated = (pages: readonly Page[], total: number): number[] =>
  [...pages.keys()].filter((index) => pages[index]?.total !== total);

type PageResult = { readonly kind: 'fetched' | 'cached'; readonly page: Page } | CrawlError;

async function fetchAndParsePage(
  source: CrawlSource,
  number: number,
  signal: AbortSignal,
): Promise<PageResult> {
  const cached = source.cached.get(number) ?? null;
  const answer = await fetchPage({
    ...source.limits,
    url: urlOf(source.url, number),
    agent: source.agent,
    clock: source.clock,
    etag: cached?.etag ?? null,
    signal,
  });
  if (answer.kind === 'error') return answer;
  if (answer.kind === 'unchanged') {
    return cached === null ? rejected('status') : { kind: 'cached', page: cached.page };
  }
  const page = parsePage(answer.body);
  if (page === null) return rejected('shape');
  if (answer.etag === null) source.cached.delete(number);
  else source.cached.set(number, { etag: answer.etag, page });
  return { kind: 'fetched', page };
}

function urlOf(base: URL, number: number): URL {
  const url = new URL(base);
  url.searchParams.set('listingStatus', 'active');
  url.searchParams.set('page', String(number));
  url.searchParams.set('pageSize', String(pageSize));
  return url;
}

function deleteCachedFrom(source: CrawlSource, count: number): void {
  for (const number of source.cached.keys()) {
    if (number >= source.firstPage + count) source.cached.delete(number);
  }
}

const rejected = (reason: CrawlError['reason']): CrawlError => ({
  kind: 'error',
  reason,
  retryAfterMs: null,
});
