/** Crawls all pages; rejects the whole crawl when the listings changed meanwhile (docs/alerts.md, rule 1). */
import type { Agent } from 'undici';
import type { Clock } from './clock.ts';
import type { CrawlError } from './crawl-error.ts';
import { fetchPage } from './fetch-page.ts';
import { type Listing, type Page, pageSize, parsePage } from './search-page.ts';

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

export interface Crawl {
  readonly kind: 'crawl';
  /** Wall time at which it began. */
  readonly beganAtMs: number;
  readonly listings: readonly Listing[];
  readonly unreadable: number;
  /** Every page was unchanged since the last crawl. */
  readonly unchanged: boolean;
}

/** @throws only the signal's reason */
export async function crawl(source: CrawlSource, signal: AbortSignal): Promise<Crawl | CrawlError> {
  const beganAtMs = source.clock.wallMs();
  const pages: Page[] = [];
  let unchanged = true;
  let count = 1;
  for (let index = 0; index < count; index += 1) {
    const fetched = await fetchAndParsePage(source, source.firstPage + index, signal);
    if (fetched.kind === 'error') return fetched;
    const { page } = fetched;
    const total = pages[0]?.total ?? page.total;
    if (page.total !== total) return rejected('total_changed');
    if (page.rows !== Math.min(pageSize, Math.max(0, total - index * pageSize))) {
      return rejected('page_incomplete');
    }
    count = Math.max(1, Math.ceil(total / pageSize));
    if (count > source.limits.maxPages) return rejected('too_large');
    unchanged &&= fetched.kind === 'cached';
    pages.push(page);
  }
  if (pages[0]?.total === 0) return rejected('empty');
  deleteCachedFrom(source, count);
  if (repeats(pages)) return rejected('repeated');
  return {
    kind: 'crawl',
    beganAtMs,
    listings: pages.flatMap((page) => page.listings),
    unreadable: pages.reduce((sum, page) => sum + page.unreadable, 0),
    unchanged,
  };
}

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

/**
 * The same code on two pages means that the list shifted between the requests and another listing was missed;
 * twice on one page with two prices, that one of them is wrong. An identical repetition is harmless.
 */
function repeats(pages: readonly Page[]): boolean {
  const seen = new Map<string, { page: Page; lowestPrice: unknown }>();
  for (const page of pages) {
    for (const { code, lowestPrice } of page.listings) {
      const before = seen.get(code);
      if (before && (before.page !== page || !Object.is(before.lowestPrice, lowestPrice)))
        return true;
      seen.set(code, { page, lowestPrice });
    }
  }
  return false;
}

const rejected = (reason: CrawlError['reason']): CrawlError => ({
  kind: 'error',
  reason,
  retryAfterMs: null,
});
