/** The market side of the server: reads the source, applies its readings, and can be held or paced locally. */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { SourceEvent } from '#contract/live-stream.ts';
import type { MarketCommand, MarketState } from '#contract/market-control.ts';
import { readPending } from '../db/pending.ts';
import {
  readResumedCollectibles,
  readSource,
  registerSource,
  type SourceRow,
} from '../db/source.ts';
import { chooseMarketplace, type MarketplaceChoice } from '../marketplaces/choose.ts';
import type { ResumableMarketplace } from '../marketplaces/marketplace.ts';
import { Pacer } from '../marketplaces/pacer.ts';
import type { Metrics } from '../metrics.ts';
import { Bell } from './bell.ts';
import { Freshness } from './freshness.ts';
import { FencingLost, takeLease } from './lease.ts';
import { runWorker } from './market-worker.ts';

/** The market part of the server's configuration (server/config.ts). */
export interface MarketSettings extends MarketplaceChoice {
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
  'ticksRejected' | 'ticksAccepted' | 'readingsApplied' | 'alertsFired'
>;

export interface MarketOptions {
  readonly pool: pg.Pool;
  readonly config: { readonly databaseUrl: string; readonly market: MarketSettings };
  readonly log: MarketLog;
  readonly metrics: MarketMetrics;
}

export interface Market {
  /** What `/__local/mercado` answers; counts what waits from the tables. */
  state(): Promise<MarketState>;
  /** Resolves once done: after `step` one more reading is committed (or the source has ended). */
  control(command: MarketCommand): Promise<MarketState>;
  /** observedAt of the newest applied reading; null before the first. */
  marketNow(): Date | null;
  /** Wall time at which the newest reading arrived; null before the first. */
  lastArrivalAt(): Date | null;
  /** Whether the source is being read, by arrival time. */
  source(): SourceEvent;
  /** Finishes the transaction in hand and stops. */
  close(): Promise<void>;
}

/** A command that cannot be carried out (another process reads the market) is answered all the same. */
const patienceMs = 30_000;
const slowestRetryMs = 5_000;

/**
 * @throws UnusableMarketFile or MarketRefused, each with one Spanish sentence for whoever started the server
 */
export async function startMarket(options: MarketOptions): Promise<Market> {
  const { market } = options.config;
  const pacer = new Pacer({ playing: !market.paused, speed: market.speed });
  const source = await chooseMarketplace(market, pacer);
  const stop = new AbortController();
  await registerSource(options.pool, source, stop.signal);
  const running = new RunningMarket({ ...options, pacer, source, stop });
  await running.refresh();
  running.start();
  return running;
}

interface RunningOptions extends MarketOptions {
  readonly pacer: Pacer;
  readonly source: ResumableMarketplace;
  readonly stop: AbortController;
}

class RunningMarket implements Market {
  readonly #options: RunningOptions;
  readonly #bell = new Bell();
  readonly #freshness: Freshness;
  readonly #watchers = new Set<() => void>();
  #row: Pick<SourceRow, 'marketNow' | 'lastArrivalAt' | 'readingsApplied'>;
  #idle = false;
  #ended = false;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: RunningOptions) {
    this.#options = options;
    this.#row = { marketNow: null, lastArrivalAt: null, readingsApplied: 0 };
    this.#freshness = new Freshness(options.pool, options.log, () => ({
      ...this.#row,
      expectedEveryMs: options.source.expectedEveryMs,
    }));
    options.pacer.onHeld = () => this.#changed();
  }

  start(): void {
    this.#freshness.start();
    this.#loop = this.#run();
  }

  /** What the database says: while another process reads the market, this is all we know. */
  async refresh(): Promise<void> {
    const row = await readSource(this.#options.pool);
    if (row !== null) this.#row = row;
  }

  async state(): Promise<MarketState> {
    const { pacer, source, pool } = this.#options;
    const { playing, speed } = pacer.pace;
    const { marketNow, readingsApplied } = this.#row;
    return {
      state: this.#ended ? 'ended' : playing ? 'playing' : 'paused',
      source: source.name,
      speed,
      observedAt: marketNow?.toISOString() ?? null,
      readings: readingsApplied,
      pending: await readPending(pool),
    };
  }

  async control(command: MarketCommand): Promise<MarketState> {
    const { pacer } = this.#options;
    switch (command.action) {
      case 'play':
        pacer.set({ playing: true });
        break;
      case 'speed':
        pacer.set({ speed: command.factor });
        break;
      case 'pause':
        pacer.set({ playing: false });
        await this.#until(() => this.#settled());
        break;
      case 'step':
        await this.#step();
        break;
    }
    return this.state();
  }

  marketNow = () => this.#row.marketNow;
  lastArrivalAt = () => this.#row.lastArrivalAt;
  source = () => this.#freshness.event();

  async close(): Promise<void> {
    this.#options.stop.abort();
    this.#bell.ring();
    this.#freshness.stop();
    await this.#loop;
  }

  /** One reading applied; those of which nothing could be stored do not count. */
  async #step(): Promise<void> {
    const { pacer } = this.#options;
    // Whatever was in hand is finished first, so that a step is one reading and no more.
    if (!pacer.pace.playing) await this.#until(() => this.#settled());
    const before = this.#row.readingsApplied;
    const applied = () => this.#row.readingsApplied > before;
    const deadline = Date.now() + patienceMs;
    while (!applied() && !this.#ended && Date.now() < deadline) {
      pacer.step();
      await this.#until(() => (pacer.pace.playing && applied()) || this.#settled());
    }
  }

  /** Nothing is in hand and nothing comes by itself. */
  #settled(): boolean {
    return this.#idle && (this.#ended || this.#options.pacer.held);
  }

  #changed(): void {
    for (const look of [...this.#watchers]) look();
  }

  #until(holds: () => boolean): Promise<void> {
    if (holds()) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#watchers.delete(look);
        resolve();
      };
      const look = () => {
        if (holds()) done();
      };
      const timer = setTimeout(done, patienceMs);
      this.#watchers.add(look);
    });
  }

  /** Works while it holds the lease; after any failure starts anew from the database. */
  async #run(): Promise<void> {
    const { stop, log } = this.#options;
    let retryMs = 100;
    while (!stop.signal.aborted) {
      const readingsBefore = this.#row.readingsApplied;
      try {
        await this.#work();
      } catch (error) {
        if (stop.signal.aborted) return;
        if (error instanceof FencingLost) log.warn({ err: error }, 'market lease lost');
        else log.error({ err: error }, 'market worker failed; starting again from the database');
        // Slower and slower only while it gets nowhere.
        const progressed = this.#row.readingsApplied > readingsBefore;
        retryMs = progressed ? 100 : Math.min(retryMs * 2, slowestRetryMs);
        await delay(retryMs, undefined, { signal: stop.signal }).catch(() => {});
      }
      this.#idle = false;
      this.#ended = false;
    }
  }

  async #work(): Promise<void> {
    const { pool, config, source, stop, metrics, log } = this.#options;
    const { signal } = stop;
    const lease = await takeLease(config.databaseUrl, source.name, signal, () => this.refresh());
    try {
      await this.refresh();
      const row = await readSource(pool);
      source.resume({
        position: row?.position ?? 0,
        collectibles: await readResumedCollectibles(pool),
      });
      log.info({ source: source.name, fencing: lease.fencing }, 'reading the market');
      await runWorker({
        pool,
        databaseUrl: config.databaseUrl,
        source,
        lease,
        metrics,
        bell: this.#bell,
        signal,
        progress: {
          applied: (reading) => {
            const { marketNow, readingsApplied } = this.#row;
            this.#row = {
              marketNow:
                marketNow === null || reading.observedAt > marketNow
                  ? reading.observedAt
                  : marketNow,
              lastArrivalAt: reading.arrivedAt,
              readingsApplied: readingsApplied + 1,
            };
            this.#freshness.arrived();
            this.#changed();
          },
          busy: () => {
            this.#idle = false;
          },
          idle: (ended) => {
            this.#idle = true;
            this.#ended = ended;
            this.#changed();
          },
        },
      });
    } finally {
      await lease.release();
    }
  }
}
