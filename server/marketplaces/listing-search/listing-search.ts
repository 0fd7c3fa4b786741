/** A live market behind an HTTP search of active listings (api.md, “Marketplace adapters”). */
import { Agent } from 'undici';
import type {
  CatalogueEntry,
  Reading,
  ResumableMarketplace,
  SourceReport,
} from '../../market-model/marketplace.ts';
import { faultOfUrl } from './allowed-origins.ts';
import { buildCatalogue, type CatalogueRule } from './catalogue-rule.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { type Clock, systemClock } from './clock.ts';
import { type Crawl, type CrawlLimits, crawl, type HeldPage } from './crawl.ts';
import type { CrawlError } from './crawl-error.ts';
import { type AddressRules, guardedLookup, mayConnectToHost } from './ssrf-guard.ts';

/** What an operator decides (server/marketplaces/market-environment.ts). */
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
  /** Waits its turn between crawls, so that a market can be held and stepped. */
  readonly pace: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly clock?: Clock;
  readonly resolve?: AddressRules['resolve'];
  readonly random?: () => number;
}

/** The market cannot be asked or does not answer; the message is one Spanish sentence for the operator. */
export class UnreachableMarket extends Error {}

const opensAfter = 5;
/** On the very first start somebody is waiting before a terminal: longer pauses are told, not slept. */
const longestStartWaitMs = 30_000;

/** @throws UnreachableMarket when the settings forbid its own address */
export function createListingSearch(options: ListingSearchOptions): ResumableMarketplace {
  return new ListingSearch(options);
}

class ListingSearch implements ResumableMarketplace {
  readonly name = 'listing-search';
  readonly fingerprint: string;
  readonly currency: string;
  readonly expectedEveryMs: number;
  readonly #options: ListingSearchOptions;
  readonly #clock: Clock;
  readonly #url: URL;
  readonly #held = new Map<number, HeldPage>();
  readonly #circuit: CircuitBreaker;
  readonly #rejectedCrawls = new Map<string, number>();
  readonly #rejectedListings = new Map<string, number>();
  #crawls = 0;
  #newestMs = Number.NEGATIVE_INFINITY;

  constructor(options: ListingSearchOptions) {
    const { settings } = options;
    this.#url = new URL(settings.url);
    const fault = faultOfUrl(this.#url, settings.allowedOrigins);
    if (fault !== null) throw new UnreachableMarket(`MARKET_URL no sirve: ${fault}.`);
    if (!mayConnectToHost(this.#url.hostname, settings.allowedRanges)) {
      throw new UnreachableMarket(
        'MARKET_URL no sirve: apunta a una dirección privada o especial que no está en MARKET_ALLOWED_ADDRESSES.',
      );
    }
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.fingerprint = `listing-search:${this.#url.origin}${this.#url.pathname}:${options.currency}`;
    this.currency = options.currency;
    this.expectedEveryMs = settings.everyMs;
    this.#circuit = new CircuitBreaker({
      opensAfter,
      firstWaitMs: 1_000,
      openMs: 60_000,
      longestWaitMs: 15 * 60_000,
      random: options.random ?? Math.random,
    });
  }

  /** A live market has no place to go on from: what it says now is all it says. */
  resume(): void {}

  report(): SourceReport {
    return {
      circuit: this.#circuit.state(this.#clock.monotonicMs()),
      crawls: this.#crawls,
      rejectedCrawls: this.#rejectedCrawls,
      rejectedListings: this.#rejectedListings,
    };
  }

  async *catalogue(signal: AbortSignal) {
    const agent = this.#open();
    try {
      const entries = this.#entriesOf(await this.#crawlAtStart(agent, signal));
      if (entries.length === 0) {
        throw new UnreachableMarket(
          'Ningún anuncio del mercado se deja leer: revisa MARKET_MATCH_RULE, MARKET_CITY_RULE y MARKET_CATEGORY_RULE.',
        );
      }
      yield* entries;
    } finally {
      await agent.destroy();
    }
  }

  async *readings(signal: AbortSignal): AsyncGenerator<Reading> {
    const agent = this.#open();
    // “Unchanged” would mean nothing to a reader who may have lost what came before.
    let told = false;
    try {
      for (let waitMs = 0; ; ) {
        await this.#options.pace(waitMs, signal);
        const beganMs = this.#clock.monotonicMs();
        const found = await this.#crawl(agent, signal);
        waitMs = 0;
        if (found.kind === 'fault') {
          // A refused crawl may have brought pages that nobody was told of.
          told = false;
          continue;
        }
        this.#newestMs = found.beganAtMs;
        yield found.unchanged && told ? unchanged(found) : this.#readingOf(found);
        told = true;
        waitMs = Math.max(0, this.expectedEveryMs - (this.#clock.monotonicMs() - beganMs));
      }
    } finally {
      await agent.destroy();
    }
  }

  #readingOf(found: Crawl): Reading {
    return {
      observedAt: observedAtOf(found),
      // Somebody we cannot name was listed: then absence proves nothing about anybody.
      kind: found.unreadable > 0 ? 'changes' : 'complete',
      ticks: found.listings.map(({ code, lowestPrice }) => ({
        collectibleId: code,
        floorCents: lowestPrice,
      })),
      rejections: Array.from({ length: found.unreadable }, () => 'row' as const),
      catalogue: this.#entriesOf(found),
    };
  }

  /** What of a crawl has its place; the rest is counted. */
  #entriesOf({ listings }: Crawl): readonly CatalogueEntry[] {
    const { rule } = this.#options.settings;
    const { entries, rejected } = buildCatalogue(listings, rule, this.currency);
    for (const [reason, times] of rejected) count(this.#rejectedListings, reason, times);
    return entries;
  }

  async #crawlAtStart(agent: Agent, signal: AbortSignal): Promise<Crawl> {
    for (let attempt = 1; ; attempt += 1) {
      const found = await this.#crawl(agent, signal);
      if (found.kind === 'crawl') return found;
      const waitMs = this.#circuit.waitMs(this.#clock.monotonicMs());
      if (attempt === opensAfter || waitMs > longestStartWaitMs) {
        throw new UnreachableMarket(
          `No se puede leer el mercado de ${this.#url.host} (${found.reason}): inténtalo de nuevo más tarde.`,
        );
      }
    }
  }

  /** Never before the circuit allows it; counts what came of it. */
  async #crawl(agent: Agent, signal: AbortSignal): Promise<Crawl | CrawlError> {
    const waitMs = this.#circuit.waitMs(this.#clock.monotonicMs());
    if (waitMs > 0) await this.#clock.sleep(waitMs, signal);
    signal.throwIfAborted();
    const { firstPage, limits } = this.#options.settings;
    const found = inOrder(
      await crawl(
        { url: this.#url, firstPage, agent, clock: this.#clock, limits, held: this.#held },
        signal,
      ),
      this.#newestMs,
    );
    this.#crawls += 1;
    if (found.kind === 'fault') {
      count(this.#rejectedCrawls, found.reason, 1);
      this.#circuit.failed(this.#clock.monotonicMs(), found.retryAfterMs);
    } else {
      this.#circuit.succeeded();
    }
    return found;
  }

  /** A pool of one connection: pages are asked for one after the other. */
  #open(): Agent {
    const { settings, resolve } = this.#options;
    const { allowedRanges, limits } = settings;
    return new Agent({
      connections: 1,
      connect: { lookup: guardedLookup({ allowedRanges, resolve }), timeout: limits.timeoutMs },
    });
  }
}

const inOrder = (found: Crawl | CrawlError, newestMs: number): Crawl | CrawlError =>
  found.kind === 'crawl' && found.beganAtMs <= newestMs
    ? { kind: 'fault', reason: 'clock', retryAfterMs: null }
    : found;

/** “Nothing changed” is a reading too. */
const unchanged = (found: Crawl): Reading => ({
  observedAt: observedAtOf(found),
  kind: 'changes',
  ticks: [],
});

const observedAtOf = ({ beganAtMs }: Crawl) => new Date(beganAtMs).toISOString();

const count = (counts: Map<string, number>, reason: string, times: number) =>
  counts.set(reason, (counts.get(reason) ?? 0) + times);
