/** What the market side of a process is given: its configuration, log, metrics and database. */

import type pg from 'pg';
import type { SourceEvent } from '#contract/live-stream.ts';
import type { MarketCommand, MarketState } from '#contract/market-control.ts';
import type { MarketplaceOptions } from '../marketplaces/create-marketplace.ts';
import type { Metrics } from '../metrics.ts';

/** The market part of the server's configuration (server/config.ts). */
export interface MarketSettings extends MarketplaceOptions {
  /** Demo: readings per usual interval. Replay: how many times faster than recorded. */
  readonly speed: number | 'max';
  readonly paused: boolean;
}

/** What the market needs of the log: pino's shape. */
export interface MarketLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export type MarketMetrics = Pick<
  Metrics,
  | 'registry'
  | 'ticksRejected'
  | 'ticksAccepted'
  | 'readingsApplied'
  | 'readingSeconds'
  | 'alertsFired'
  | 'shardsHeld'
  | 'thresholdsHeld'
>;

export interface WatchOptions {
  readonly pool: pg.Pool;
  readonly config: { readonly databaseUrl: string };
}

export interface MarketOptions extends WatchOptions {
  readonly config: { readonly databaseUrl: string; readonly market: MarketSettings };
  readonly log: MarketLog;
  readonly metrics: MarketMetrics;
}

export interface MarketService {
  /** What `/__local/mercado` answers; counts what waits from the tables. */
  state(): Promise<MarketState>;
  /** Resolves once done: after `step` one more reading is committed (or the source has ended). */
  control(command: MarketCommand): Promise<MarketState>;
  /** observedAt of the newest applied reading, as last seen; null before the first. */
  marketNow(): Date | null;
  /** Whether the source is being read, by arrival time. */
  source(): SourceEvent;
  /** Calls back when the source falls silent, or is back, as the database says. */
  onStateChange(tell: (event: SourceEvent) => void): void;
  /** Finishes the transaction in hand and stops. */
  close(): Promise<void>;
}
