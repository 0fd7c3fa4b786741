/** Options and interface of the market service: its configuration, log, metrics and database. */
import type pg from 'pg';
import type { SourceEvent } from '#contract/live-stream.ts';
import type { MarketCommand, MarketState } from '#contract/market-control.ts';
import type { Metrics } from '../base/metrics.ts';
import type { DatabaseClock } from '../db/database-clock.ts';
import type { EventBus } from '../events/event-bus.ts';
import type { MarketplaceOptions } from '../marketplaces/create-marketplace.ts';

/** The market part of the server's configuration (server/config/config.ts). */
export interface MarketSettings extends MarketplaceOptions {
  /** Demo: readings per usual interval. Replay: how many times faster than recorded. */
  readonly speed: number | 'max';
  readonly paused: boolean;
}

/** The part of pino's interface that the market uses. */
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
  | 'ticksLate'
  | 'marketPagesRejected'
  | 'readingsApplied'
  | 'readingCommitLatency'
  | 'alertsFired'
  | 'shardsOwned'
  | 'thresholdsLoaded'
>;

export interface FollowOptions {
  readonly pool: pg.Pool;
  /** Absent = of its own. */
  readonly clock?: DatabaseClock;
  readonly metrics: Pick<Metrics, 'registry'>;
}

export interface MarketOptions extends FollowOptions {
  readonly bus: EventBus;
  readonly config: { readonly databaseSessionUrl: string; readonly market: MarketSettings };
  readonly log: MarketLog;
  readonly metrics: MarketMetrics;
}

/** The market that the workers of other processes work on. */
export interface FollowedMarket {
  /** How long the worker of this process has neither applied a reading nor found that none is due; null without a worker. */
  stalledForMs(): number | null;
  /** Whether the source is being read, by arrival time. */
  source(): SourceEvent;
  /** Calls back when the source becomes stale or fresh again, and of readings that arrived since. */
  onSourceEvent(listener: (event: SourceEvent) => void): void;
  /** Finishes the current transaction and stops. */
  close(): Promise<void>;
}

/** The market that this process works on. */
export interface MarketService extends FollowedMarket {
  /** The answer of `/__local/mercado`; counts pending alerts and mails in the database. */
  state(): Promise<MarketState>;
  /** Resolves once executed, where this process reads the source: after `step`, one more reading is committed (or the source has ended). */
  control(command: MarketCommand): Promise<MarketState>;
}
