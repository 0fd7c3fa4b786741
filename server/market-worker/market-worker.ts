/**
 * One market worker: applies acknowledged readings to the shards it owns, applies threshold commands between
 * readings, and reads the source itself while no other worker does. Any failure ends it; the supervisor starts
 * another from the database.
 */
import type pg from 'pg';
import { type Backoff, backoffDelay } from '#domain/exponential-backoff.ts';
import { settleWithin } from '../base/worker-loop/settle-within.ts';
import type { WakeSignal } from '../base/worker-loop/wake-signal.ts';
import type { DatabaseClock } from '../db/database-clock.ts';
import type { StoredReading } from '../db/market/readings.ts';
import { deleteDeadWorkers } from '../db/market/worker-leases.ts';
import { openSession } from '../db/session-connection.ts';
import { type EventBus, EventBusUnavailableError } from '../events/event-bus.ts';
import type { ResumableMarketplace } from '../market-model/marketplace.ts';
import type { PlaybackController } from '../marketplaces/playback.ts';
import { applyReading } from './apply-reading.ts';
import { applyCommands, gapDeadline, type Unfinished } from './apply-threshold-commands.ts';
import type { MarketLog, MarketMetrics } from './market-options.ts';
import { OwnedShards } from './owned-shards.ts';
import {
  pauseExpiredThresholds,
  pauseLongExpiredThresholds,
  removeExpiredThresholds,
} from './pause-expired.ts';
import { pauseThresholdsPastKickoff } from './pause-past-kickoff.ts';
import { ReadingFeed } from './reading-feed.ts';
import type { QueuedReading } from './reading-queue.ts';
import { SourceReader } from './source-reader.ts';
import { joinWorkers, type Membership } from './worker-membership.ts';

/** Called as the worker makes progress. */
export interface WorkerCallbacks {
  /** It is registered, and uses the source's playback settings. */
  onJoined(): void;
  /** After each commit of a reading. */
  onApplied(reading: StoredReading): void;
  /** All its shards have applied everything acknowledged, or more of those it claimed are loaded. */
  onProgress(): void;
  /** null while another worker reads the source. */
  onReaderChange(reader: SourceReader | null): void;
}

export interface WorkerOptions {
  readonly pool: pg.Pool;
  readonly bus: EventBus;
  readonly databaseSessionUrl: string;
  readonly source: ResumableMarketplace;
  readonly playback: PlaybackController;
  readonly clock: DatabaseClock;
  readonly metrics: MarketMetrics;
  readonly log: MarketLog;
  readonly callbacks: WorkerCallbacks;
  /** Notified to end a wait early. */
  readonly wakeSignal: WakeSignal;
  /** Aborted to stop between two transactions. */
  readonly signal: AbortSignal;
}

/** Notifications of threshold commands, readings, workers that come or go, and erased accounts. */
const channels = [
  'vigia_threshold_commands',
  'vigia_readings',
  'vigia_rebalance',
  'vigia_user_erased',
];
/** Kick-offs, ends of snoozes and dead workers are noticed within this. */
const pollEveryMs = 1_000;
/** Commands of an account that another transaction had locked are tried again after this, or before the next reading. */
const retryLockedMs = 100;
/** What takes longer to load says how far it is. */
const logPagesEveryMs = 2_000;
const rereadMs: Backoff = { first: 100, max: 5_000 };
/** Longer than a query's deadline: what can end by itself does. */
const stopTimeoutMs = 12_000;

/** Runs until aborted. @throws the failure that ended it otherwise */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { clock, databaseSessionUrl, source, playback, wakeSignal, callbacks, log } = options;
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  // One that cannot query must not count for the fair share.
  await clock.measure(options.pool);
  const membership = await joinWorkers(databaseSessionUrl, source.name, playback.settings);
  playback.set(membership.playback);
  callbacks.onJoined();
  const worker = new Worker({ ...options, signal }, membership);
  let working: Promise<void> | null = null;
  try {
    const listener = await openSession(databaseSessionUrl, {
      channels,
      onNotification: (channel, payload) => worker.onNotification(channel, payload),
    });
    try {
      log.info({ source: source.name, worker: membership.id }, 'working on the market');
      working = worker.run();
      await Promise.race([working, membership.lost, listener.lost]);
    } finally {
      await listener.close();
    }
  } finally {
    stop.abort();
    wakeSignal.notify();
    // If it failed, that error is already being thrown. Bounded: fencing keeps a query that still hangs from writing.
    if (working !== null) await settleWithin(working, stopTimeoutMs);
    await settleWithin(worker.stop(), stopTimeoutMs);
    await membership.leave();
  }
}

class Worker {
  readonly #options: WorkerOptions;
  readonly #membership: Membership;
  readonly #shards: OwnedShards;
  readonly #feed: ReadingFeed;
  #reader: SourceReader | null = null;
  #sourceFree = false;
  /** A reading waits that could not be read. */
  #isLogUnreadable = false;
  #polledAtMs = Number.NEGATIVE_INFINITY;
  #expiriesAtMs = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #retryAtMs = 0;
  #pageLoggedAtMs = performance.now();

  constructor(options: WorkerOptions, membership: Membership) {
    this.#options = options;
    this.#membership = membership;
    const { pool, wakeSignal } = options;
    this.#shards = new OwnedShards({
      pool,
      membership,
      onLoaded: () => wakeSignal.notify(),
      nowMs: options.clock.nowMs,
      onPage: (what, count) => {
        options.callbacks.onProgress();
        if (performance.now() - this.#pageLoggedAtMs < logPagesEveryMs) return;
        this.#pageLoggedAtMs = performance.now();
        options.log.info({ [what]: count }, 'loading shards');
      },
    });
    this.#feed = new ReadingFeed(options.pool, options.bus.readings, membership.source);
  }

  onNotification(channel: string, payload: string): void {
    if (channel === 'vigia_readings') {
      // Our own are in the feed already.
      if (payload === String(this.#membership.id)) return;
      this.#feed.invalidate();
    }
    if (channel === 'vigia_rebalance') this.#polledAtMs = Number.NEGATIVE_INFINITY;
    if (channel === 'vigia_user_erased') this.#shards.markErased(payload);
    this.#options.wakeSignal.notify();
  }

  async run(): Promise<void> {
    const { wakeSignal, callbacks, signal } = this.#options;
    while (!signal.aborted) {
      await this.#poll();
      const unfinished = await this.#betweenReadings();
      if (await this.#applyNext()) continue;
      const stored = await this.#storeArrived();
      if (this.#shards.isComplete && !this.#isLogUnreadable) callbacks.onProgress();
      if (stored || unfinished === 'more') continue;
      await this.#pauseLongExpired();
      await wakeSignal.wait(unfinished === 'locked' ? retryLockedMs : pollEveryMs);
    }
  }

  async stop(): Promise<void> {
    this.#setGauges({ shards: 0, thresholds: 0 });
    await this.#shards.close();
    await this.#reader?.stop();
  }

  /** Adopts loaded shards; once a second rebalances, and checks for what was notified and did not arrive. */
  async #poll(): Promise<void> {
    await this.#shards.addLoaded();
    if (performance.now() - this.#polledAtMs >= pollEveryMs) {
      this.#polledAtMs = performance.now();
      this.#sourceFree = await this.#shards.rebalance();
      await this.#shards.findErasedUsers();
      this.#feed.invalidate();
    }
  }

  #setGauges(
    { shards, thresholds } = {
      shards: this.#shards.all.length,
      thresholds: this.#shards.thresholdCount,
    },
  ) {
    const { metrics } = this.#options;
    metrics.shardsOwned.set(shards);
    metrics.thresholdsLoaded.set(thresholds);
  }

  /** Once a second, with every reading applied. */
  async #pauseLongExpired(): Promise<void> {
    if (this.#shards.all.length === 0 || this.#isLogUnreadable) return;
    if (performance.now() - this.#expiriesAtMs < pollEveryMs) return;
    this.#expiriesAtMs = performance.now();
    await pauseLongExpiredThresholds(this.#options.pool, this.#shards);
  }

  async #betweenReadings(): Promise<Unfinished> {
    const unfinished: Unfinished[] = [];
    if (this.#shards.all.length > 0) {
      const { pool, bus, metrics } = this.#options;
      const context = { shards: this.#shards, metrics, bus };
      const deadlineMs = gapDeadline();
      if (this.#shards.hasPassedKickoff())
        unfinished.push(await pauseThresholdsPastKickoff(pool, context, deadlineMs));
      unfinished.push(await applyCommands(pool, context, deadlineMs));
    }
    this.#shards.removeErasedUsers();
    this.#setGauges();
    return unfinished.find((what) => what === 'more') ?? unfinished.find(Boolean) ?? null;
  }

  /** One reading, for all shards that have not seen it. @returns false when there is none */
  async #applyNext(): Promise<boolean> {
    const { position } = this.#shards;
    if (position === null) return false;
    const reading = await this.#findNext(position);
    if (reading === null) return false;
    const { pool, bus, clock, metrics, callbacks } = this.#options;
    if (reading.catalogueGrew) await this.#shards.addNewCollectibles(pool);
    const hasExpired = await removeExpiredThresholds(pool, this.#shards, reading.arrivedAt);
    await applyReading(pool, { shards: this.#shards, metrics, bus, nowMs: clock.nowMs }, reading);
    if (hasExpired) await pauseExpiredThresholds(pool, this.#shards, reading.arrivedAt);
    callbacks.onApplied(reading);
    return true;
  }

  /** null while the log cannot be read, too: what is in memory stays right, and the next poll tries again. */
  async #findNext(position: number): Promise<StoredReading | null> {
    try {
      const reading = await this.#feed.next(position, this.#shards.shardSet.shards);
      this.#isLogUnreadable = false;
      return reading;
    } catch (error) {
      if (!(error instanceof EventBusUnavailableError)) throw error;
      this.#isLogUnreadable = true;
      this.#options.log.warn({ err: error }, 'the log of readings cannot be read');
      return null;
    }
  }

  /** Claims the source if no worker reads it, and stores what arrived. @returns false when nothing did */
  async #storeArrived(): Promise<boolean> {
    const reader = await this.#findOrClaimReader();
    if (reader === null) return false;
    if (!this.#options.bus.isAvailable()) {
      // Perhaps another worker can store what it gives.
      await this.#releaseReader(reader);
      return false;
    }
    const pushed = await reader.listPushed();
    let drained: QueuedReading[];
    try {
      drained = reader.drain();
    } catch (error) {
      // Only the source failed: the shards go on, and another machine may be able to read it.
      this.#options.log.error({ err: error }, 'the source failed; it will be read again');
      await this.#releaseReader(reader);
      return false;
    }
    const arrived = [...drained, ...pushed];
    if (arrived.length === 0) {
      await reader.purge();
      await reader.saveStatus();
      return false;
    }
    const { newestId } = reader;
    let stored: readonly StoredReading[];
    try {
      stored = await reader.store(arrived);
    } catch (error) {
      if (!(error instanceof EventBusUnavailableError)) throw error;
      this.#options.log.warn({ err: error }, 'readings not stored; they will be read again');
      await this.#releaseReader(reader);
      return false;
    }
    this.#failures = 0;
    for (const { reading } of arrived) {
      const { doubted = 0 } = reading;
      if (doubted > 0)
        this.#options.log.warn(
          { doubted },
          'many listings are missing; believed if they stay away',
        );
    }
    if (this.#shards.position === null) this.#feed.invalidate();
    else this.#feed.append(stored, newestId);
    return true;
  }

  /** Of the source, not the shards; it is read again after a while. */
  async #releaseReader(reader: SourceReader): Promise<void> {
    this.#reader = null;
    this.#options.callbacks.onReaderChange(null);
    await reader.release();
    this.#failures += 1;
    const waitMs = backoffDelay(this.#failures, rereadMs);
    this.#retryAtMs = performance.now() + waitMs;
    setTimeout(() => this.#options.wakeSignal.notify(), waitMs);
  }

  async #findOrClaimReader(): Promise<SourceReader | null> {
    if (this.#reader !== null) return this.#reader;
    const { pool, bus, clock, source, metrics, callbacks, wakeSignal } = this.#options;
    if (this.#sourceFree && performance.now() >= this.#retryAtMs && bus.isAvailable()) {
      this.#sourceFree = false;
      this.#reader = await SourceReader.claim({
        pool,
        bus,
        source,
        clock,
        metrics,
        membership: this.#membership,
        onChange: () => wakeSignal.notify(),
      });
      await deleteDeadWorkers(pool);
    }
    callbacks.onReaderChange(this.#reader);
    return this.#reader;
  }
}
