/** What any marketplace must offer us. Adding one is one file that returns this (docs/adding-a-marketplace.md). */
import type { Team } from '#contract/monitoring.ts';

export interface CatalogueMatch {
  readonly id: string;
  readonly number: number;
  readonly event: string;
  readonly stage: string | null;
  /** null = to be decided, or the source does not say. */
  readonly home: Team | null;
  readonly away: Team | null;
  readonly name: string;
  readonly venue: string | null;
  readonly city: string;
  /** IANA zone of the venue. */
  readonly timeZone: string | null;
  readonly kickoffAt: Date | null;
  readonly currency: string;
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
}

export interface CatalogueEntry {
  readonly match: CatalogueMatch;
  readonly collectibles: readonly CatalogueCollectible[];
}

/** What a source says of one collectible, before anybody has checked it. */
export interface RawTick {
  readonly collectibleId: unknown;
  /** Integer cents; null = nothing is listed. */
  readonly floorCents: unknown;
  /** Absent = the catalogue's. */
  readonly currency?: unknown;
  readonly listings?: unknown;
  readonly lastSaleCents?: unknown;
}

export const rejectionReasons = [
  'price',
  'currency',
  'time',
  'future',
  'unknown_collectible',
  'row',
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

/** Everything the source says with one `observedAt`. */
export interface Reading {
  /** ISO 8601 with offset. */
  readonly observedAt: string;
  /** `complete`: the whole market, what is absent is none. `changes`: what is absent is unchanged. */
  readonly kind: 'complete' | 'changes';
  readonly ticks: readonly RawTick[];
  /** Rows that were not even ticks, by reason: counted, never evaluated. */
  readonly rejections?: readonly RejectionReason[];
  /** What the source offers by now, where that may grow: what nobody knew is taken in before the ticks are looked at. */
  readonly catalogue?: readonly CatalogueEntry[];
}

/** A price written before the market is first watched: the demo's 90 days, so that screens live from the first minute. */
export interface PastPrice {
  readonly collectibleId: string;
  readonly observedAt: Date;
  readonly floorCents: number | null;
}

export interface SeedHistory {
  readonly prices: readonly PastPrice[];
  readonly last: ReadonlyMap<string, { listings: number; lastSaleCents: number | null }>;
}

export interface Marketplace {
  readonly name: string;
  /** What the data is: kept with it, so that another source is never mixed in. */
  readonly fingerprint: string;
  readonly currency: string;
  /** Usual wall time between readings at the present pace; stale = older than three of these. */
  readonly expectedEveryMs: number;
  catalogue(signal: AbortSignal): AsyncIterable<CatalogueEntry>;
  /**
   * Endless for a live market, finite for a recording. A reading is yielded as soon as its turn comes.
   */
  readings(signal: AbortSignal): AsyncIterable<Reading>;
  /** History to write with the catalogue on the very first start; absent = none. */
  past?(now: Date): SeedHistory;
  /** How a source that must be asked is doing, for metrics and health; absent = nothing to ask. */
  report?(): SourceReport;
}

export interface SourceReport {
  /** `open`: it failed so often that it is left alone for a while; `half_open`: due for one attempt. */
  readonly circuit: 'closed' | 'open' | 'half_open';
  readonly crawls: number;
  /** Whole readings refused, by reason. */
  readonly rejectedCrawls: ReadonlyMap<string, number>;
  /** Listings that found no place in the catalogue, by reason. */
  readonly rejectedListings: ReadonlyMap<string, number>;
}

/** A source that can go on where the database says it stopped. */
export interface ResumableMarketplace extends Marketplace {
  /** Before each round of `readings`. */
  resume(from: Resumption): void;
}

/** Where a source goes on after a restart. */
export interface Resumption {
  /** Readings already taken from it. */
  readonly position: number;
  /** The market as last stored, for a source that makes its own prices. */
  readonly collectibles: readonly ResumedCollectible[];
}

export interface ResumedCollectible {
  readonly id: string;
  readonly floorCents: number | null;
  readonly listings: number;
  readonly lastSaleCents: number | null;
  readonly kickoffAt: Date | null;
}
