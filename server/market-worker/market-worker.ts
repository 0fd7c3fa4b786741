/**
 * One worker among those that share a source: applies acknowledged readings to the shards it holds, takes their
 * thresholds in and out between readings, and reads the source itself while nobody else does. Any failure ends
 * it; the next one starts from the database.
 */
import type pg from 'pg';
import type { StoredReading } from '../db/market/readings.ts';
import { deleteDeadWorkers } from '../db/market/worker-leases.ts';
import type { ResumableMarketplace } from '../market-model/marketplace.ts';
import type { PlaybackController } from '../marketplaces/playback.ts';
import type { WakeSignal } from '../wake-signal.ts';
import { applyReading } from './apply-reading.ts';
import {
  applyCommands,
  type CommandContext,
  closeThresholdsPastKickoff,
} from './apply-threshold-commands.ts';
import type { MarketLog, MarketMetrics } from './market-options.ts';
import { OwnedShards } from './owned-shards.ts';
import { ReadingFeed } from './reading-feed.ts';
import type { QueuedReading } from './reading-queue.ts';
import { SourceReader } from './source-reader.ts';
import { openWorkerListener } from './worker-listener.ts';
import { joinWorkers, type Membership } from './worker-membership.ts';

/** What the worker tells as it goes. */
export interface WorkerProgress {
  /** It counts among the workers, and goes by the market's pace. */
  joined(): void;
  /** After each commit of a reading. */
  applied(reading: StoredReading): void;
  /** Nothing is in hand: `ended` once the source has no more and all of it is committed here. */
  idle(ended: boolean): void;
  busy(): void;
  /** Whether this worker reads the source, as soon as it knows. */
  onReaderChange(reader: SourceReader | null): void;
  /** An order to the market from another process. */
  onCommand(payload: string): void;
}

export interface WorkerOptions {
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  readonly source: ResumableMarketplace;
  readonly pacer: PlaybackController;
  readonly metrics: MarketMetrics;
  readonly log: MarketLog;
  readonly progress: WorkerProgress;
  /** Rung to have a look at once. */
  readonly bell: WakeSignal;
  /** Aborted to stop between two transactions. */
  readonly signal: AbortSignal;
}

/** Kick-offs, ends of snoozes and other workers' deaths are noticed within this. */
const lookEveryMs = 1_000;
const slowestRetryMs = 5_000;

/** Runs until aborted. @throws what made it stop otherwise */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { databaseUrl, source, pacer, bell, progress, log } = options;
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const membership = await joinWorkers(databaseUrl, source.name, pacer.pace);
  pacer.set(membership.pace);
  progress.joined();
  const worker = new Worker({ ...options, signal }, membership);
  let working: Promise<void> | null = null;
  try {
    const ear = await openWorkerListener(databaseUrl, (channel, payload) => {
      if (channel === 'vigia_market') progress.onCommand(payload);
      else worker.onNotification(channel, payload);
    });
    try {
      log.info({ source: source.name, worker: membership.id }, 'working on the market');
      working = worker.run();
      await Promise.race([working, membership.lost, ear.lost]);
    } finally {
      await ear.close();
    }
  } finally {
    stop.abort();
    bell.notify();
    // Its failure, if any, is the one on its way out already.
    await working?.catch(() => {});
    await worker.stop();
    await membership.leave();
  }
}

class Worker {
  readonly #options: WorkerOptions;
  readonly #membership: Membership;
  readonly #held: OwnedShards;
  readonly #feed: ReadingFeed;
  #reader: SourceReader | null = null;
  #sourceFree = false;
  #lookedAt = 0;
  #retryMs = 100;
  #retryAt = 0;

  constructor(options: WorkerOptions, membership: Membership) {
    this.#options = options;
    this.#membership = membership;
    const { pool, bell } = options;
    this.#held = new OwnedShards({ pool, membership, onLoaded: () => bell.notify() });
    this.#feed = new ReadingFeed(options.pool, membership.source);
  }

  onNotification(channel: string, payload: string): void {
    if (channel === 'vigia_readings') {
      // Our own are remembered already.
      if (payload === String(this.#membership.id)) return;
      this.#feed.invalidate();
    }
    if (channel === 'vigia_workers') this.#lookedAt = 0;
    if (channel === 'vigia_erased') this.#held.erased(payload);
    this.#options.bell.notify();
  }

  async run(): Promise<void> {
    const { bell, progress, signal } = this.#options;
    while (!signal.aborted) {
      progress.busy();
      await this.#look();
      await this.#betweenReadings();
      if (await this.#applyNext()) continue;
      if (await this.#readSource()) continue;
      if (!this.#held.isLoading) progress.idle(this.#reader?.ended === true);
      await bell.wait(lookEveryMs);
    }
  }

  async stop(): Promise<void> {
    this.#count({ shards: 0, thresholds: 0 });
    await this.#held.close();
    await this.#reader?.stop();
  }

  /** Who else is there, what is free, and whether something came that nobody told us of. */
  async #look(): Promise<void> {
    await this.#held.addLoaded();
    if (Date.now() - this.#lookedAt >= lookEveryMs) {
      this.#lookedAt = Date.now();
      this.#sourceFree = await this.#held.rebalance();
      this.#feed.invalidate();
    }
  }

  #count(
    { shards, thresholds } = { shards: this.#held.all.length, thresholds: this.#held.thresholds },
  ) {
    const { metrics } = this.#options;
    metrics.shardsHeld.set(shards);
    metrics.thresholdsHeld.set(thresholds);
  }

  async #betweenReadings(): Promise<void> {
    if (this.#held.all.length > 0) {
      const { pool } = this.#options;
      if (this.#held.kickedOff()) await closeThresholdsPastKickoff(pool, this.#context());
      await applyCommands(pool, this.#context());
    }
    this.#held.removeErasedUsers();
    this.#count();
  }

  #context(): CommandContext {
    return { held: this.#held, metrics: this.#options.metrics };
  }

  /** One reading, for all shards that have not seen it. @returns false when there is none */
  async #applyNext(): Promise<boolean> {
    const { position } = this.#held;
    if (position === null) return false;
    const reading = await this.#feed.next(position);
    if (reading === null) return false;
    const { pool, metrics, progress } = this.#options;
    if (reading.catalogueGrew) await this.#held.addNewCollectibles(pool);
    await applyReading(pool, { held: this.#held, metrics }, reading);
    progress.applied(reading);
    return true;
  }

  /** Takes the source if nobody reads it, and acknowledges what arrived. @returns false when nothing did */
  async #readSource(): Promise<boolean> {
    const { progress } = this.#options;
    const reader = await this.#readerIfAny();
    if (reader === null) return false;
    let arrived: QueuedReading[];
    try {
      arrived = reader.takeAll();
    } catch (error) {
      // The source failed, not we: the shards go on, and another machine may fare better.
      this.#options.log.error({ err: error }, 'the source failed; it will be read again');
      this.#reader = null;
      progress.onReaderChange(null);
      await reader.release();
      this.#retryAt = Date.now() + this.#retryMs;
      setTimeout(() => this.#options.bell.notify(), this.#retryMs);
      this.#retryMs = Math.min(this.#retryMs * 2, slowestRetryMs);
      return false;
    }
    if (arrived.length === 0) {
      await reader.purge();
      await reader.publish();
      return false;
    }
    this.#retryMs = 100;
    const { newest } = reader;
    const stored = await reader.store(arrived);
    if (this.#held.position === null) this.#feed.invalidate();
    else this.#feed.append(stored, newest);
    return true;
  }

  async #readerIfAny(): Promise<SourceReader | null> {
    if (this.#reader !== null) return this.#reader;
    const { pool, source, pacer, metrics, progress, bell } = this.#options;
    if (this.#sourceFree && Date.now() >= this.#retryAt) {
      this.#sourceFree = false;
      this.#reader = await SourceReader.take({
        pool,
        source,
        pacer,
        metrics,
        membership: this.#membership,
        onNews: () => {
          progress.busy();
          bell.notify();
        },
      });
      await deleteDeadWorkers(pool);
    }
    progress.onReaderChange(this.#reader);
    return this.#reader;
  }
}
