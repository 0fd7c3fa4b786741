/** The market side of the server: reads the source, applies its readings, and can be held or paced locally. */
import type pg from 'pg';
import type { SourceEvent } from '#contract/live-stream.ts';
import type { MarketCommand, MarketState } from '#contract/market-control.ts';

/** The market part of the server's configuration (server/config.ts). */
export interface MarketSettings {
  readonly adapter: 'demo' | 'replay';
  /** replay: path of the prices CSV. */
  readonly file?: string | undefined;
  /** replay: path of the collectibles CSV. */
  readonly collectibles?: string | undefined;
  readonly currency: string;
  /** Demo: readings per usual interval. Replay: how many times faster than recorded. */
  readonly speed: number | 'max';
  readonly paused: boolean;
  readonly seed: number | string;
}

/** What the market needs of the log: pino's shape. */
export interface MarketLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** What the market counts. */
export interface MarketMetrics {
  readonly ticksRejected: { inc(labels: { reason: string }, by?: number): void };
}

export interface MarketOptions {
  readonly pool: pg.Pool;
  readonly config: { readonly databaseUrl: string; readonly market: MarketSettings };
  readonly log: MarketLog;
  readonly metrics: MarketMetrics;
}

export interface Market {
  /** What `/__local/mercado` answers; counts what waits from the tables. */
  state(): Promise<MarketState>;
  /** Resolves once done: after `step`, one more reading is committed (or the source has ended). */
  control(command: MarketCommand): Promise<MarketState>;
  /** observedAt of the newest applied reading; null before the first. */
  marketNow(): Date | null;
  /** Wall time at which the newest reading arrived; null before the first. */
  lastArrivalAt(): Date | null;
  /** Whether the source is being read, by arrival time. */
  source(): SourceEvent;
  /** Finishes the reading in hand and stops. */
  close(): Promise<void>;
}

export async function startMarket(_options: MarketOptions): Promise<Market> {
  throw new Error('The market worker is not in place yet.');
}
