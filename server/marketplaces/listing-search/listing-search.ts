/** Listing-search adapter: a live market read through an HTTP search of active listings. */
import { Agent } from 'undici';
import { noPages, type PageSettings, withTemplatePages } from '../../market-model/market-page.ts';
import type {
  CatalogueEntry,
  Reading,
  ResumableMarketplace,
  Resumption,
  SourceReport,
} from '../../market-model/marketplace.ts';
import { type AddressRules, guardedLookup, isHostAllowed } from '../../outgoing/ssrf-guard.ts';
import { validateMarketUrl } from './allowed-origins.ts';
import { believeAbsences } from './believe-absences.ts';
import { buildCatalogue, type CatalogueRule } from './catalogue-rule.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { type Clock, systemClock } from './clock.ts';
import { type CachedPage, type Crawl, type CrawlLimits, crawl } from './crawl.ts';
import type { CrawlError } from './crawl-error.ts';

/** Settings from the environment (config.ts). */
export interface ListingSearchSettings {
  readonly url: string;
  readonly allowedOrigins: readonly string[];
  readonly allowedRanges: readonly string[];
  readonly everyMs: number;
  readonly firstPage: number;
  readonly limits: CrawlLimits;
  readonly rule: CatalogueRule;
}

export interface ListingSearchOptions {
  readonly settings: ListingSearchSettings;
  readonly currency: string;
  readonly pages?: PageSettings;
  /** Waits between crawls; playback control can pause and step it. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly clock?: Clock;
  readonly resolve?: AddressRules['resolve'];
  readonly random?: () => number;
}

/** The market must not be requested or does not answer; the message is one Spanish sentence for the operator. */
export class UnreachableMarketError extends Error {}

const failureThreshold = 5;
/** On the very first start the operator is waiting at a terminal: a longer wait is an error instead. */
const maxStartWaitMs = 30_000;

/** @throws UnreachableMarketError when the settings do not allow the URL itself */
export function createListingSearch(options: ListingSearchOptions): ResumableMarketplace {
  return new ListingSearch(options);
}

class ListingSearch implements ResumableMarketplace {
  readonly name = 'listing-search';
  readonly fingerprint: string;
  readonly currency: string;
  readonly pageOrigins: readonly string[];
  readonly isStampedHere = true;
  readonly #pages: PageSettings;
  readonly expectedEveryMs: number;
  readonly #options: ListingSearchOptions;
  readonly #clock: Clock;
  readonly #url: URL;
  readonly #cachedPages = new Map<number, CachedPage>();
  readonly #circuit: CircuitBreaker;
  readonly #rejectedCrawls = new Map<string, number>();
  readonly #rejectedListings = new Map<string, number>();
  #crawls = 0;
  #completeCrawls = 0;
  #isComplete: boolean | null = null;
  #partialCrawls = 0;
  #doubtedCrawls = 0;
  /** Codes with a price in the readings so far. */
  #listed = new Set<string>();
  /** Of these, missing in bulk from the last crawl, and believed when the next agrees. */
  #doubted: ReadonlySet<string> = new Set();

  constructor(options: ListingSearchOptions) {
    const { settings } = options;
    this.#url = new URL(settings.url);
    const violation = validateMarketUrl(this.#url, settings.allowedOrigins);
    if (violation !== null) throw new UnreachableMarketError(`MARKET_URL no sirve: ${violation}.`);
    if (!isHostAllowed(this.#url.hostname, settings.allowedRanges)) {
      throw new UnreachableMarketError(
        'MARKET_URL no sirve: apunta a una dirección privada o especial que no está en MARKET_ALLOWED_ADDRESSES.',
      );
    }
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.fingerprint = `listing-search:${this.#url.origin}${this.#url.pathname}:${options.currency}`;
    this.currency = options.currency;
    this.#pages = options.pages ?? noPages;
    this.pageOrigins = this.#pages.origins;
    this.expectedEveryMs = settings.everyMs;
    this.#circuit = new CircuitBreaker({
      failureThreshold,
      initialBackoffMs: 1_000,
      cooldownMs: 60_000,
      maxBackoffMs: 15 * 60_000,
      random: options.random ?? Math.random,
    });
  }

  /** A live market has only its current state; what was listed before tells what is no longer. */
  resume({ collectibles }: Resumption): void {
    this.#listed = new Set(
      collectibles.flatMap(({ id, floorCents }) => (floorCents === null ? [] : [id])),
    );
    this.#doubted = new Set();
  }

  report(): SourceReport {
    return {
      circuit: this.#circuit.state(this.#clock.monotonicMs()),
      crawls: this.#crawls,
      completeCrawls: this.#completeCrawls,
      isComplete: this.#isComplete,
      partialCrawls: this.#partialCrawls,
      doubtedCrawls: this.#doubtedCrawls,
      rejectedCrawls: this.#rejectedCrawls,
      rejectedListings: this.#rejectedListings,
    };
  }

  async *catalogue(signal: AbortSignal) {
    const agent = this.#createAgent();
    try {
      const entries = this.#entriesOf(await this.#crawlAtStart(agent, signal));
      if (entries.length === 0) {
        throw new UnreachableMarketError(
          'Ningún anuncio del mercado se deja leer: revisa MARKET_MATCH_RULE, MARKET_CITY_RULE y MARKET_CATEGORY_RULE.',
        );
      }
      yield* entries;
    } finally {
      await agent.destroy();
    }
  }

  async *readings(signal: AbortSignal): AsyncGenerator<Reading> {
    const agent = this.#createAgent();
    // An “unchanged” reading needs a full one before it: the consumer may have lost earlier ones.
    let isBaselineSent = false;
    try {
      for (let waitMs = 0; ; ) {
        await this.#options.wait(waitMs, signal);
        const beganMs = this.#clock.monotonicMs();
        const found = await this.#crawl(agent, signal);
        waitMs = 0;
        if (found.kind === 'error') {
          // A rejected crawl may have cached pages that were in no reading.
          isBaselineSent = false;
          continue;
        }
        const reading =
          found.unchanged && isBaselineSent ? unchanged(found) : this.#readingOf(found);
        // An inconsistent crawl and one that is doubted left absences open.
        isBaselineSent = found.isConsistent && this.#doubted.size === 0;
        this.#isComplete = isBaselineSent && found.unreadable === 0;
        if (this.#isComplete) this.#completeCrawls += 1;
        yield reading;
        waitMs = Math.max(0, this.expectedEveryMs - (this.#clock.monotonicMs() - beganMs));
      }
    } finally {
      await agent.destroy();
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
    if (doubted.size > 0) this.#doubtedCrawls += 1;
    for (const code of seen) this.#listed.add(code);
    for (const code of gone) this.#listed.delete(code);
    const isComplete = isWhole && doubted.size === 0;
    return {
      observedAt: observedAtOf(found),
      kind: isComplete ? 'complete' : 'changes',
      ticks: [
        ...found.listings.map(({ code, lowestPrice }) => ({
          collectibleId: code,
          floorCents: lowestPrice,
        })),
        ...(isComplete ? [] : gone).map((code) => ({ collectibleId: code, floorCents: null })),
      ],
      rejections: Array.from({ length: found.unreadable }, () => 'row' as const),
      doubted: doubted.size,
      catalogue: this.#entriesOf(found),
    };
  }

  /** Catalogue entries of a crawl; listings without a place in it are counted. */
  #entriesOf({ listings }: Crawl): readonly CatalogueEntry[] {
    const { rule } = this.#options.settings;
    const { entries, rejected } = buildCatalogue(listings, rule, this.currency);
    for (const [reason, times] of rejected) count(this.#rejectedListings, reason, times);
    return withTemplatePages(entries, this.#pages);
  }

  async #crawlAtStart(agent: Agent, signal: AbortSignal): Promise<Crawl> {
    for (let attempt = 1; ; attempt += 1) {
      const found = await this.#crawl(agent, signal);
      if (found.kind === 'crawl') return found;
      const waitMs = this.#circuit.waitMs(this.#clock.monotonicMs());
      if (attempt === failureThreshold || waitMs > maxStartWaitMs) {
        throw new UnreachableMarketError(
          `No se puede leer el mercado de ${this.#url.host} (${found.reason}): inténtalo de nuevo más tarde.`,
        );
      }
    }
  }

  /** Waits until the circuit breaker allows an attempt; counts the outcome. */
  async #crawl(agent: Agent, signal: AbortSignal): Promise<Crawl | CrawlError> {
    const waitMs = this.#circuit.waitMs(this.#clock.monotonicMs());
    if (waitMs > 0) await this.#clock.sleep(waitMs, signal);
    signal.throwIfAborted();
    const { firstPage, limits } = this.#options.settings;
    const found = await crawl(
      { url: this.#url, firstPage, agent, clock: this.#clock, limits, cached: this.#cachedPages },
      signal,
    );
    this.#crawls += 1;
    if (found.kind === 'error') {
      count(this.#rejectedCrawls, found.reason, 1);
      this.#circuit.failed(this.#clock.monotonicMs(), found.retryAfterMs);
    } else {
      this.#circuit.succeeded();
      if (!found.isConsistent) this.#partialCrawls += 1;
    }
    return found;
  }

  /** A pool of one connection: pages are requested one after the other. */
  #createAgent(): Agent {
    const { settings, resolve } = this.#options;
    const { allowedRanges, limits } = settings;
    return new Agent({
      connections: 1,
      connect: { lookup: guardedLookup({ allowedRanges, resolve }), timeout: limits.timeoutMs },
    });
  }
}

/** A reading without ticks: nothing has changed, but the source is alive. */
const unchanged = (found: Crawl): Reading => ({
  observedAt: observedAtOf(found),
  kind: 'changes',
  ticks: [],
});

const observedAtOf = ({ beganAtMs }: Crawl) => new Date(beganAtMs).toISOString();

const count = (counts: Map<string, number>, reason: string, times: number) =>
  counts.set(reason, (counts.get(reason) ?? 0) + times);
