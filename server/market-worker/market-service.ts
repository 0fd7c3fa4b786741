/** The market side of a process: the database's word on it, and for a worker its part of the work. */
import type pg from 'pg';
import type { SourceEvent } from '#contract/live-stream.ts';
import type { MarketCommand, MarketState } from '#contract/market-control.ts';
import { registerSource } from '../db/market/register-source.ts';
import { createMarketplace, type MarketplaceOptions } from '../marketplaces/create-marketplace.ts';
import { PlaybackController } from '../marketplaces/playback.ts';
import { registerSourceMetrics } from '../marketplaces/source-metrics.ts';
import type { Metrics } from '../metrics.ts';
import { sendMarketCommand } from './market-commands.ts';
import { MarketStatusPoller } from './market-status.ts';
import { MarketSupervisor } from './market-supervisor.ts';

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

/**
 * Takes part in the work on the market.
 * @throws UnusableMarketFile or MarketRefused, each with one Spanish sentence for whoever started the server
 */
export async function startMarket(options: MarketOptions): Promise<MarketService> {
  const { market } = options.config;
  const pacer = new PlaybackController({ playing: !market.paused, speed: market.speed });
  const source = await createMarketplace(market, pacer);
  registerSourceMetrics(options.metrics.registry, source);
  const stop = new AbortController();
  await registerSource(options.pool, source, stop.signal);
  const view = new MarketStatusPoller(options.pool);
  await view.read();
  const running = new MarketSupervisor({ ...options, pacer, source, stop, view });
  await running.start();
  return running;
}

/** Follows a market that other processes work on. */
export async function followMarket({ pool, config }: WatchOptions): Promise<MarketService> {
  const view = new MarketStatusPoller(pool);
  await view.read();
  view.start();
  return {
    state: () => view.state(),
    async control(command) {
      await sendMarketCommand(config.databaseUrl, command);
      return view.state();
    },
    marketNow: () => view.row.marketNow,
    source: () => view.event(),
    onStateChange(tell) {
      view.onTurn = tell;
    },
    async close() {
      view.stop();
    },
  };
}
