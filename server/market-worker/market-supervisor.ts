/** Supervises the market worker: restarts it from the database after any failure, and executes market commands. */
import { setTimeout as delay } from 'node:timers/promises';
import type { SourceEvent } from '#contract/live-stream.ts';
import type { MarketCommand, MarketState } from '#contract/market-control.ts';
import { type Backoff, backoffDelay } from '#domain/exponential-backoff.ts';
import { settleWithin } from '../base/worker-loop/settle-within.ts';
import { WakeSignal } from '../base/worker-loop/wake-signal.ts';
import type { DatabaseClock } from '../db/database-clock.ts';
import { updatePlayback } from '../db/market/sources.ts';
import { isOtherRelease } from '../db/market/worker-leases.ts';
import { messagesSent } from '../db/wake-ups.ts';
import type { ResumableMarketplace } from '../market-model/marketplace.ts';
import type { PlaybackController } from '../marketplaces/playback.ts';
import type { MarketOptions, MarketService } from './market-options.ts';
import type { MarketStatusPoller } from './market-status.ts';
import { runWorker, type WorkerCallbacks } from './market-worker.ts';
import type { SourceReader } from './source-reader.ts';
import { FencingLostError } from './worker-membership.ts';

export interface SupervisorOptions extends MarketOptions {
  readonly clock: DatabaseClock;
  readonly playback: PlaybackController;
  readonly source: ResumableMarketplace;
  readonly stop: AbortController;
  readonly poller: MarketStatusPoller;
}

/** After this a command counts as done even if it could not be executed. */
const commandTimeoutMs = 60_000;
const restartMs: Backoff = { first: 100, max: 5_000 };
/** For the last prices and alerts; the live stream finds what is lost in the tables. */
const sendTimeoutMs = 1_000;
const recheckEveryMs = 20;

export class MarketSupervisor implements MarketService {
  readonly #options: SupervisorOptions;
  readonly #wakeSignal = new WakeSignal();
  #commits = 0;
  /** Monotonic: a jump of the wall clock is not a standstill. */
  #progressAtMs = performance.now();
  /** null while another worker reads the source; undefined before we know. */
  #reader: SourceReader | null | undefined;
  readonly #joined = Promise.withResolvers<void>();
  #loop: Promise<void> = Promise.resolve();

  constructor(options: SupervisorOptions) {
    this.#options = options;
    // Before it has joined, its own settings may be those that count.
    options.poller.onPoll = ({ playback }) => {
      if (this.#reader !== undefined) options.playback.set(playback);
    };
  }

  /** Resolves once it has joined the workers, or the first attempt has failed: later workers must see it. */
  start(): Promise<void> {
    this.#options.poller.start();
    this.#loop = this.#run();
    return this.#joined.promise;
  }

  async state(): Promise<MarketState> {
    const stored = await this.#options.poller.state();
    // Until it is claimed, what its last reader has stored says nothing.
    return this.#reader === undefined && stored.state === 'ended'
      ? { ...stored, state: 'playing' }
      : stored;
  }

  async control(command: MarketCommand): Promise<MarketState> {
    await this.#waitFor(async () => this.#reader !== undefined);
    await this.#execute(command);
    return this.state();
  }

  stalledForMs = () => performance.now() - this.#progressAtMs;

  source = () => this.#options.poller.event();

  onSourceEvent(listener: (event: SourceEvent) => void): void {
    this.#options.poller.onSourceEvent = listener;
  }

  async close(): Promise<void> {
    this.#options.stop.abort();
    this.#options.poller.stop();
    this.#wakeSignal.notify();
    await this.#loop;
    await settleWithin(messagesSent(this.#options.pool), sendTimeoutMs);
  }

  async #execute(command: MarketCommand): Promise<void> {
    const { pool, source, poller } = this.#options;
    const { action } = command;
    if (action !== 'step') {
      const playing = action === 'play';
      const change = action === 'speed' ? { speed: command.factor } : { playing };
      await updatePlayback(pool, source.name, change);
      await poller.poll();
    }
    if (!this.#reader) return;
    if (action === 'pause') await this.#waitFor(() => this.#isSettled());
    if (action === 'step') await this.#step();
    await this.#reader?.saveStatus();
  }

  /** Lets one reading through and waits until all shards applied it; rejected readings do not count. */
  async #step(): Promise<void> {
    const { playback, poller } = this.#options;
    const { playing } = playback.settings;
    // Pending readings are finished first, so that a step is exactly one reading.
    if (playing) playback.step();
    else await this.#waitFor(() => this.#isSettled());
    const before = (await poller.poll()).readingsApplied;
    await this.#waitFor(async () => {
      // First: one that was applied since would look like none.
      const isSettled = await this.#isSettled();
      const isApplied = (await poller.poll()).readingsApplied > before;
      if (isApplied || this.#reader?.ended) return playing || isSettled;
      if (isSettled) playback.step();
      return false;
    });
  }

  /** No reading is in progress in any worker, and the source, which is read here, is paused or has ended. */
  async #isSettled(): Promise<boolean> {
    const { playback, poller } = this.#options;
    const isSettledHere = () =>
      this.#reader?.hasStoredAll === true && (this.#reader.ended || playback.isPaused);
    return isSettledHere() && (await poller.poll()).caughtUp && isSettledHere();
  }

  /** Other workers' commits are only visible in the database. */
  async #waitFor(condition: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + commandTimeoutMs;
    while (!(await condition()) && performance.now() < deadline) await delay(recheckEveryMs);
  }

  /** Runs workers until stopped; after a failure starts a new one from the database, with backoff. */
  async #run(): Promise<void> {
    const { stop, log, source } = this.#options;
    let failures = 0;
    while (!stop.signal.aborted) {
      const before = this.#commits;
      try {
        await this.#runWorker();
      } catch (error) {
        this.#joined.resolve();
        if (stop.signal.aborted) return;
        if (isOtherRelease(error)) {
          this.#progressAtMs = performance.now();
          log.warn({ source: source.name }, 'waiting for the workers of another release to stop');
        } else if (error instanceof FencingLostError) log.warn({ err: error }, 'market lease lost');
        else log.error({ err: error }, 'market worker failed; starting again from the database');
        // The backoff grows only while nothing is committed.
        failures = this.#commits > before ? 1 : failures + 1;
        const waitMs = backoffDelay(failures, restartMs);
        await delay(waitMs, undefined, { signal: stop.signal }).catch(() => {});
      }
      this.#reader = undefined;
    }
  }

  #runWorker(): Promise<void> {
    const { pool, bus, clock, config, source, playback, stop, metrics, log } = this.#options;
    const callbacks: WorkerCallbacks = {
      onJoined: () => this.#joined.resolve(),
      onApplied: () => {
        this.#commits += 1;
        this.#progressAtMs = performance.now();
      },
      onProgress: () => {
        this.#progressAtMs = performance.now();
      },
      onReaderChange: (reader) => {
        this.#reader = reader;
      },
    };
    return runWorker({
      pool,
      bus,
      databaseSessionUrl: config.databaseSessionUrl,
      source,
      playback,
      clock,
      metrics,
      log,
      callbacks,
      wakeSignal: this.#wakeSignal,
      signal: stop.signal,
    });
  }
}
