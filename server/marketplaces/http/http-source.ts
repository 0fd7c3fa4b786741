/** One source of a mapping file: a live market read over HTTP, crawl after crawl. */
import { Agent } from 'undici';
import { type Backoff, backoffDelay } from '#domain/exponential-backoff.ts';
import { noPages, type PageSettings, withTemplatePages } from '../../market-model/market-page.ts';
import type {
  CatalogueEntry,
  Reading,
  ResumedCollectible,
  SourceReport,
} from '../../market-model/marketplace.ts';
import { type AddressRules, guardedLookup } from '../../outgoing/ssrf-guard.ts';
import type { CrawlMetrics } from '../source-metrics.ts';
import { believeAbsences } from './believe-absences.ts';
import { type Clock, systemClock } from './clock.ts';
import { type CachedPage, type Crawl, crawl, type FetchPage } from './crawl.ts';
import { type CrawlError, describeCrawlError } from './crawl-error.ts';
import { fetchPage } from './fetch-page.ts';
import { IsolatedReader } from './isolated-reader.ts';
import { type BuiltCatalogue, buildCatalogue } from './listing.ts';
import { addressViolation, type MappedSource, type MappingRules } from './mapping.ts';

export interface HttpOptions {
  readonly rules: Omit<MappingRules, 'secrets'>;
  readonly metrics: CrawlMetrics;
  readonly pages?: PageSettings;
  /** Waits between crawls; playback control can pause and step it. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A crawl was rejected: why, as a Spanish sentence. */
  readonly warn?: (sentence: string) => void;
  readonly clock?: Clock;
  readonly resolve?: AddressRules['resolve'];
  readonly random?: () => number;
}

/** The market must not be requested or does not answer; the message is one Spanish sentence for the operator. */
export class UnreachableMarketError extends Error {}

/** Consecutive failures that open the circuit: from then on one crawl at a time, after a longer wait. */
const failureThreshold = 5;
/** Between half of it and all, so that many servers do not retry at once. */
const closedWait: Backoff = { first: 1_000, max: 60_000, jitter: 0.5 };
const openWait: Backoff = { first: 60_000, max: 15 * 60_000, jitter: 0.5 };
/** On the very first start the operator is waiting at a terminal: a longer wait is an error instead. */
const maxStartWaitMs = 30_000;

export class HttpSource {
  readonly supplier: string;
  readonly everyMs: number;
  readonly #mapping: MappedSource;
  readonly #options: HttpOptions;
  readonly #clock: Clock;
  readonly #cachedPages = new Map<string, CachedPage>();
  /** Crawls that failed one after the other. */
  #failures = 0;
  /** No crawl before this instant of the monotonic clock. */
  #retryAtMs = 0;
  #isComplete: boolean | null = null;
  /** Codes with a price in the readings so far. */
  #listed = new Set<string>();
  /** Of these, missing in bulk from the last crawl, and believed when the next agrees. */
  #doubted: ReadonlySet<string> = new Set();

  /** @throws UnreachableMarketError when the rules do not allow the address itself */
  constructor(mapping: MappedSource, options: HttpOptions) {
    const { url, everySeconds } = mapping.request;
    const violation = addressViolation(new URL(url), options.rules);
    if (violation !== null)
      throw new UnreachableMarketError(`La dirección ${url} no sirve: ${violation}.`);
    this.#mapping = mapping;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.supplier = mapping.name ?? '';
    this.everyMs = everySeconds * 1_000;
  }

  /** A live market has only its current state; what was listed before tells what is no longer. */
  resume(collectibles: readonly ResumedCollectible[]): void {
    this.#listed = new Set(
      collectibles.flatMap(({ id, floorCents, supplier = '' }) =>
        floorCents === null || supplier !== this.supplier ? [] : [id],
      ),
    );
    this.#doubted = new Set();
  }

  report(): SourceReport {
    const trial = this.#waitMs() > 0 ? 'open' : 'half_open';
    return {
      circuit: this.#failures < failureThreshold ? 'closed' : trial,
      isComplete: this.#isComplete,
    };
  }

  async *catalogue(signal: AbortSignal): AsyncGenerator<CatalogueEntry> {
    const session = this.#open();
    try {
      const { entries, rejected } = this.#catalogueOf(await this.#crawlAtStart(session, signal));
      if (entries.length === 0) {
        const reasons = [...rejected.keys()].join(', ');
        throw new UnreachableMarketError(
          `Ningún anuncio de ${this.#host} tiene partido y categoría (${reasons}): prueba el archivo con «vigia market try».`,
        );
      }
      yield* entries;
    } finally {
      await session.close();
    }
  }

  async *readings(signal: AbortSignal): AsyncGenerator<Reading> {
    const session = this.#open();
    try {
      for (let waitMs = 0; ; ) {
        await this.#options.wait(waitMs, signal);
        const beganMs = this.#clock.monotonicMs();
        const found = await this.#crawl(session, signal);
        waitMs = 0;
        if (found.kind === 'error') continue;
        const reading = this.#readingOf(found);
        this.#isComplete = reading.kind === 'complete';
        if (this.#isComplete) this.#options.metrics.complete.inc();
        yield reading;
        waitMs = Math.max(0, this.everyMs - (this.#clock.monotonicMs() - beganMs));
      }
    } finally {
      await session.close();
    }
  }

  #readingOf(found: Crawl): Reading {
    // With an unreadable listing, absence proves nothing: any collectible may be the unreadable one.
    const isWhole = found.isConsistent && found.unreadable === 0;
    const seen = new Set(found.listings.map(({ code }) => code));
    const absent = [...this.#listed].filter(isWhole ? (code) => !seen.has(code) : found.isAbsent);
    const { gone, doubted } = believeAbsences({
      seen,
      absent,
      listed: this.#listed,
      doubtedBefore: this.#doubted,
    });
    this.#doubted = doubted;
    if (doubted.size > 0) this.#options.metrics.doubted.inc();
    for (const code of seen) this.#listed.add(code);
    for (const code of gone) this.#listed.delete(code);
    const isComplete = isWhole && doubted.size === 0;
    const { currency } = this.#mapping;
    return {
      observedAt: new Date(found.beganAtMs).toISOString(),
      isStampedHere: true,
      kind: isComplete ? 'complete' : 'changes',
      supplier: this.supplier,
      ticks: [
        // Stated, so that another currency in the mapping is not taken for the one that is stored.
        ...found.listings.map(({ code, tick }) => ({ collectibleId: code, currency, ...tick })),
        ...(isComplete ? [] : gone).map((code) => ({ collectibleId: code, floorCents: null })),
      ],
      rejections: Array.from({ length: found.unreadable }, () => 'row' as const),
      doubted: doubted.size,
      catalogue: this.#catalogueOf(found).entries,
    };
  }

  /** Listings without a place in it are counted. */
  #catalogueOf({ listings }: Crawl): BuiltCatalogue {
    const { currency } = this.#mapping;
    const built = buildCatalogue(listings, { currency, supplier: this.supplier });
    const { metrics, pages = noPages } = this.#options;
    for (const [reason, times] of built.rejected) metrics.listingsRejected.inc({ reason }, times);
    return { ...built, entries: withTemplatePages(built.entries, pages) };
  }

  async #crawlAtStart(session: Session, signal: AbortSignal): Promise<Crawl> {
    for (let attempt = 1; ; attempt += 1) {
      const found = await this.#crawl(session, signal);
      if (found.kind === 'crawl') return found;
      const waitMs = this.#waitMs();
      if (attempt === failureThreshold || waitMs > maxStartWaitMs)
        throw new UnreachableMarketError(describeCrawlError(this.#host, found));
    }
  }

  #waitMs(): number {
    return Math.max(0, this.#retryAtMs - this.#clock.monotonicMs());
  }

  /** @param retryAfterMs the wait that the source asked for, which is never shortened; null = none */
  #postpone(retryAfterMs: number | null): void {
    this.#failures += 1;
    const beyond = this.#failures - failureThreshold;
    const { random = Math.random } = this.#options;
    const waitMs =
      beyond < 0
        ? backoffDelay(this.#failures, closedWait, random())
        : backoffDelay(beyond + 1, openWait, random());
    this.#retryAtMs = this.#clock.monotonicMs() + Math.max(waitMs, retryAfterMs ?? 0);
  }

  /** Waits until an attempt is allowed; counts the outcome. */
  async #crawl({ fetch, reader }: Session, signal: AbortSignal): Promise<Crawl | CrawlError> {
    const waitMs = this.#waitMs();
    if (waitMs > 0) await this.#clock.sleep(waitMs, signal);
    signal.throwIfAborted();
    const close = () => void reader.close();
    signal.addEventListener('abort', close);
    const found = await crawl(
      {
        request: this.#mapping.request,
        fetch,
        read: reader.read,
        clock: this.#clock,
        cached: this.#cachedPages,
      },
      signal,
    ).finally(() => signal.removeEventListener('abort', close));
    const { metrics } = this.#options;
    metrics.crawls.inc();
    if (found.kind === 'error') {
      metrics.rejected.inc({ reason: found.reason });
      this.#isComplete = false;
      this.#postpone(found.retryAfterMs);
      this.#options.warn?.(describeCrawlError(this.#host, found));
    } else {
      this.#failures = 0;
      this.#retryAtMs = 0;
      if (!found.isConsistent) metrics.partial.inc();
    }
    return found;
  }

  get #host(): string {
    return new URL(this.#mapping.request.url).host;
  }

  #open(): Session {
    const { request } = this.#mapping;
    const { rules, resolve } = this.#options;
    const agent = createAgent(request, { allowedRanges: rules.allowedRanges, resolve });
    const reader = new IsolatedReader(this.#mapping);
    return {
      fetch: fetchOver(request, { agent, clock: this.#clock }),
      reader,
      close: () => Promise.all([agent.destroy(), reader.close()]),
    };
  }
}

/** A connection and a process, while the source is read. */
interface Session {
  readonly fetch: FetchPage;
  readonly reader: IsolatedReader;
  close(): Promise<unknown>;
}

/** A pool of one connection: pages are requested one after the other. */
export const createAgent = (
  { timeoutSeconds }: Pick<MappedSource['request'], 'timeoutSeconds'>,
  rules: AddressRules,
): Agent =>
  new Agent({
    connections: 1,
    connect: { lookup: guardedLookup(rules), timeout: timeoutSeconds * 1_000 },
  });

/** Fetches the pages of a mapping from the network. */
export const fetchOver =
  (
    { headers, format, timeoutSeconds, maxPageBytes }: MappedSource['request'],
    { agent, clock }: { readonly agent: Agent; readonly clock: Clock },
  ): FetchPage =>
  (page, etag, signal) =>
    fetchPage({
      ...page,
      headers,
      format,
      agent,
      clock,
      etag,
      timeoutMs: timeoutSeconds * 1_000,
      maxBytes: maxPageBytes,
      signal,
    });
