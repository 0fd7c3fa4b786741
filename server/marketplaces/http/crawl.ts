/** Crawls all pages, again those that a change of the listings meanwhile made outdated (docs/alerts.md, rule 1). */
import type { Clock } from './clock.ts';
import type { CrawlError } from './crawl-error.ts';
import type { PageAnswer, PageRequest } from './fetch-page.ts';
import type { MappedSource } from './mapping.ts';
import { type CrawledPage, type MergedPages, mergePages, tolerated } from './merge-pages.ts';
import { type PagePosition, pageRequestOf, sizeOf } from './paging.ts';
import type { AnswerReader, Page } from './read-answer.ts';

/** @param etag of the cached copy */
export type FetchPage = (
  page: PageRequest,
  etag: string | null,
  signal: AbortSignal,
) => Promise<PageAnswer>;

export interface CrawlSource {
  readonly request: MappedSource['request'];
  readonly fetch: FetchPage;
  readonly read: AnswerReader;
  readonly clock: Pick<Clock, 'wallMs'>;
  /** Last pages by address, used when the server answers 304. */
  readonly cached: Map<string, CachedPage>;
}

export interface CachedPage {
  readonly etag: string;
  readonly page: Page;
}

export interface Crawl extends MergedPages {
  readonly kind: 'crawl';
  /** Wall time at which it began. */
  readonly beganAtMs: number;
}

/** @throws only the signal's reason */
export async function crawl(source: CrawlSource, signal: AbortSignal): Promise<Crawl | CrawlError> {
  const beganAtMs = source.clock.wallMs();
  const { paging, maxPages } = source.request;
  const isNumbered = paging.by === 'number' || paging.by === 'offset';
  /** What the total says of each page; of others only of all. */
  const size = isNumbered ? paging.size : null;
  const pages: CrawledPage[] = [];
  const addresses = new Set<string>();
  const fetchInto = async (at: PagePosition): Promise<Page | CrawlError> => {
    const fetched = await fetchAndRead(source, at, signal);
    if (fetched.kind === 'error') return fetched;
    const { page, address } = fetched;
    const before = pages[at.index - 1];
    // A cursor that leads back, or a server that knows no pages.
    if (!pages[at.index] && (addresses.has(address) || isSame(before, page)))
      return rejected('repeated');
    if (countPages(page.total, size) > maxPages) return rejected('too_large');
    addresses.add(address);
    pages[at.index] = { ...page, missing: missingOf(page, at.index, size) };
    return countMissing(pages) > tolerated(page.total ?? Number.POSITIVE_INFINITY)
      ? rejected('page_incomplete')
      : page;
  };
  for (let at: PagePosition | null = { index: 0, next: null }; at !== null; ) {
    if (at.index >= maxPages) return rejected('too_large');
    const page: Page | CrawlError = await fetchInto(at);
    if ('reason' in page) return page;
    at = hasMore(page, at.index, size, paging.by) ? { index: at.index + 1, next: page.next } : null;
  }
  const last = pages.at(-1);
  if (last === undefined || pages.every(({ rows }) => rows === 0))
    return rejected(last?.total ? 'page_incomplete' : 'empty');
  // Once: a market that changes during every crawl is read all the same, without its absences.
  if (isNumbered) {
    for (const index of outdated(pages, last.total)) {
      const page = await fetchInto({ index, next: null });
      if ('reason' in page) return page;
    }
  } else if (last.total !== null) {
    const rows = pages.reduce((sum, page) => sum + page.rows, 0);
    pages[pages.length - 1] = { ...last, missing: Math.abs(last.total - rows) };
    if (countMissing(pages) > tolerated(last.total)) return rejected('page_incomplete');
  }
  for (const address of source.cached.keys())
    if (!addresses.has(address)) source.cached.delete(address);
  if (pages.every(({ listings }) => listings.length === 0))
    return rejected(
      'shape',
      `Ningún anuncio tiene un id que sirva: ${pages[0]?.unreadable[0] ?? ''}.`,
    );
  const merged = mergePages(pages, sizeOf(paging) ?? pages[0]?.rows ?? 1);
  if (merged === null) return rejected('repeated');
  return { kind: 'crawl', beganAtMs, ...merged };
}

const countPages = (total: number | null, size: number | null): number =>
  total === null || size === null ? 1 : Math.max(1, Math.ceil(total / size));

function hasMore(
  { total, rows, next }: Page,
  index: number,
  size: number | null,
  by: MappedSource['request']['paging']['by'],
): boolean {
  if (by === 'none') return false;
  if (by === 'cursor' || by === 'link') return next !== null;
  return total === null ? rows === size : index + 1 < countPages(total, size);
}

/** By how many rows a numbered page differs from what its total promises. */
const missingOf = ({ total, rows }: Page, index: number, size: number | null): number =>
  total === null || size === null
    ? 0
    : Math.abs(Math.min(size, Math.max(0, total - index * size)) - rows);

const countMissing = (pages: readonly CrawledPage[]): number =>
  pages.reduce((sum, { missing }) => sum + missing, 0);

const isSame = (one: Page | undefined, other: Page): boolean =>
  one !== undefined &&
  one.rows > 0 &&
  one.total === null &&
  JSON.stringify(one.listings) === JSON.stringify(other.listings);

/** Pages of a state with another total than the newest. */
const outdated = (pages: readonly Page[], total: number | null): number[] =>
  [...pages.keys()].filter((index) => pages[index]?.total !== total);

type FetchedPage =
  | { readonly kind: 'page'; readonly page: Page; readonly address: string }
  | CrawlError;

async function fetchAndRead(
  { request, fetch, read, cached: pages }: CrawlSource,
  at: PagePosition,
  signal: AbortSignal,
): Promise<FetchedPage> {
  const asked = pageRequestOf(request, at);
  if (asked === null) return rejected('redirect', 'La página siguiente está en otro servidor.');
  const address = `${asked.url.href} ${asked.body ?? ''}`;
  const cached = pages.get(address) ?? null;
  const answer = await fetch(asked, cached?.etag ?? null, signal);
  if (answer.kind === 'error') return answer;
  if (answer.kind === 'unchanged')
    return cached === null ? rejected('status') : { kind: 'page', page: cached.page, address };
  const page = await read(answer.body);
  signal.throwIfAborted();
  if ('fault' in page) return rejected(page.fault, page.detail);
  if (answer.etag === null) pages.delete(address);
  else pages.set(address, { etag: answer.etag, page });
  return { kind: 'page', page, address };
}

const rejected = (reason: CrawlError['reason'], detail?: string): CrawlError => ({
  kind: 'error',
  reason,
  retryAfterMs: null,
  ...(detail !== undefined && { detail }),
});
