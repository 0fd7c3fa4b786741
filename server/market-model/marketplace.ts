/** The marketplace adapter interface (docs/adding-a-marketplace.md). */
import type { Team } from '#contract/monitoring.ts';

export interface CatalogueMatch {
  readonly id: string;
  readonly number: number;
  readonly event: string;
  readonly stage: string | null;
  /** null = to be decided, or unknown to the source. */
  readonly home: Team | null;
  readonly away: Team | null;
  readonly name: string;
  readonly venue: string | null;
  readonly city: string;
  /** IANA zone of the venue. */
  readonly timeZone: string | null;
  readonly kickoffAt: Date | null;
  readonly currency: string;
  /** Who says so, and alone may say what its collectibles cost; absent = the marketplace itself. */
  readonly supplier?: string;
}

export interface CatalogueCollectible {
  readonly id: string;
  readonly matchId: string;
  readonly name: string;
  readonly category: string;
  readonly rarity: string | null;
  readonly currency: string;
  /** How many tickets one of them carries. */
  readonly tickets: number;
  /** Its page at the marketplace, not validated yet; absent or null = none. */
  readonly url?: unknown;
}

export interface CatalogueEntry {
  readonly match: CatalogueMatch;
  readonly collectibles: readonly CatalogueCollectible[];
}

/** One collectible in a reading, not validated yet. */
export interface RawTick {
  readonly collectibleId: unknown;
  /** Integer cents; null = nothing is listed. */
  readonly floorCents: unknown;
  /** Absent = the catalogue's. */
  readonly currency?: unknown;
  readonly listings?: unknown;
  readonly lastSaleCents?: unknown;
  /** Every price asked, integer cents, the floor among them; absent = unknown. */
  readonly asks?: unknown;
  /** Of the time since the last reading; a sale that comes again is counted once. See {@link MarketSale}. */
  readonly sales?: unknown;
}

export interface MarketSale {
  /** Unique among the collectible's sales. */
  readonly id: string;
  /** ISO 8601 with offset. */
  readonly soldAt: string;
  readonly priceCents: number;
}

const rejectionReasons = [
  'price',
  'currency',
  'time',
  'future',
  'unknown_collectible',
  'row',
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

/** All ticks of one `observedAt`. */
export interface Reading {
  /** ISO 8601 with offset. */
  readonly observedAt: string;
  /** Its instant is ours, by the database's clock, and never goes back; absent = the source names its own. */
  readonly isStampedHere?: boolean;
  /** `complete`: the whole market, what is absent is none. `changes`: what is absent is unchanged. */
  readonly kind: 'complete' | 'changes';
  readonly ticks: readonly RawTick[];
  /** Of whose collectibles it is, and whose are complete; absent = the marketplace itself. */
  readonly supplier?: string;
  /** Rows that were not valid ticks, by reason: counted, never evaluated. */
  readonly rejections?: readonly RejectionReason[];
  /** How many are missing at once, and not believed to be none before the next reading agrees. */
  readonly doubted?: number;
  /** The source's current catalogue, where it may grow: new entries are inserted before the ticks are validated. */
  readonly catalogue?: readonly CatalogueEntry[];
}

/** A price of the seed history: the demo's 90 days, so that charts have data from the first minute. */
export interface SeedPrice {
  readonly collectibleId: string;
  readonly observedAt: Date;
  readonly floorCents: number | null;
}

export interface SeedSale extends MarketSale {
  readonly collectibleId: string;
}

export interface SeedHistory {
  readonly prices: readonly SeedPrice[];
  readonly sales: readonly SeedSale[];
  readonly last: ReadonlyMap<
    string,
    {
      readonly listings: number;
      readonly lastSaleCents: number | null;
      /** Ascending. */
      readonly asks: readonly number[];
    }
  >;
}

export interface Marketplace {
  readonly name: string;
  /** Identifies the data; stored, so that another source is never mixed in. */
  readonly fingerprint: string;
  readonly currency: string;
  /** Origins that a collectible's `url` may have: https, unless the operator's settings name another scheme. */
  readonly pageOrigins: readonly string[];
  /** Usual wall time between readings at the present speed; stale = older than three of these. */
  readonly expectedEveryMs: number;
  catalogue(signal: AbortSignal): AsyncIterable<CatalogueEntry>;
  /** Endless for a live market, finite for a recording. Each reading is yielded when it is due. */
  readings(signal: AbortSignal): AsyncIterable<Reading>;
  /** Seed history, stored with the catalogue on the very first start; absent = none. */
  seedHistory?(now: Date): SeedHistory;
  /** Status of a source that is crawled, for metrics and health; absent = not crawled. */
  report?(): SourceReport;
}

export interface SourceReport {
  /** `open`: after repeated failures no request is made for a while; `half_open`: due for one attempt. */
  readonly circuit: 'closed' | 'open' | 'half_open';
  /** Whether the last crawl that was read was whole: what it lacks is not on sale; null before the first. */
  readonly isComplete: boolean | null;
}

/** A source that can resume from the position stored in the database. */
export interface ResumableMarketplace extends Marketplace {
  /** Before each round of `readings`. */
  resume(from: Resumption): void;
}

/** Where a source resumes after a restart. */
export interface Resumption {
  /** Readings already taken from it. */
  readonly position: number;
  /** The last stored prices, for a source that generates its own. */
  readonly collectibles: readonly ResumedCollectible[];
}

export interface ResumedCollectible {
  readonly id: string;
  readonly floorCents: number | null;
  readonly listings: number;
  readonly lastSaleCents: number | null;
  readonly kickoffAt: Date | null;
  readonly supplier?: string;
  /** Ascending; null = unknown. */
  readonly asks: readonly number[] | null;
}
