/** Supervises the market worker: restarts it from the database after any failure, and executes market commands. */
import { setTimeout as delay } from 'node:timers/promises';
import type { SourceEvent } from '#contract/live-stream.ts';
import type { MarketCommand, MarketState } from '#contract/market-control.ts';
import { type Backoff, backoffDelay } from '#domain/exponential-backoff.ts';
import { settleWithin } from '../base/worker-loop/settle-within.ts';
import { WakeSignal } from '../base/worker-loop/wake-signal.ts';
import type { DatabaseClock } from '../db/database-clock.ts';
import type { SourceRow } from '../db/market/sources.ts';
import { isOtherRelease } from '../db/market/worker-leases.ts';
import { messagesSent } from '../db/wake-ups.ts';
import type { ResumableMarketplace } from '../market-model/marketplace.ts';
import type { PlaybackController } from '../marketplaces/playback.ts';
import {
  commandTimeoutMs,
  parseCommandMessage,
  publishCommand,
  sendMarketCommand,
} from './market-commands.ts';
import type { MarketOptions, MarketService } from './market-options.ts';
import { type MarketStatusPoller, type SourceFacts, toSourceEvent } from './market-status.ts';
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

const restartMs: Backoff = { first: 100, max: 5_000 };
/** For the last prices and alerts; the live stream finds what is lost in the tables. */
const sendTimeoutMs = 1_000;
/** While a command waits for other workers' commits, which are only visible in the database. */
const recheckEveryMs = 20;

export class MarketSupervisor implements MarketService {
  readonly #options: SupervisorOptions;
  readonly #wakeSignal = new WakeSignal();
  readonly #waiters = new Set<() => void>();
  /** What was committed here since the last poll of the database. */
  #newest: Pick<SourceRow, 'marketNow' | 'lastArrivalAt'>;
  #commits = 0;
  /** Monotonic: a jump of the wall clock is not a standstill. */
  #progressAtMs = performance.now();
  #idle = false;
  #ended = false;
  /** null while another worker reads the source; undefined before we know. */
  #reader: SourceReader | null | undefined;
  /** The last command accepted: it may arrive more than once. */
  #lastCommandId = '';
  readonly #joined = Promise.withResolvers<void>();
  #loop: Promise<void> = Promise.resolve();

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#newest = options.poller.row;
    options.playback.onPauseChange = () => this.#notifyWaiters();
  }

  /** Resolves once it has joined the workers, or the first attempt has failed: later workers must see it. */
  start(): Promise<void> {
    this.#options.poller.start();
    this.#loop = this.#run();
    return this.#joined.promise;
  }

  async state(): Promise<MarketState> {
    const { poller, playback, source } = this.#options;
    const stored = await poller.state();
    // If this process reads the source, or is about to, its own settings are newer than the stored ones.
    if (this.#reader === null) return stored;
    const { playing, speed } = playback.settings;
    const ended = stored.state === 'ended' && this.#reader !== undefined;
    return {
      ...stored,
      source: source.name,
      speed,
      state: ended ? 'ended' : playing || stored.state === 'playing' ? 'playing' : 'paused',
    };
  }

  async control(command: MarketCommand): Promise<MarketState> {
    await this.#waitFor(async () => this.#reader !== undefined);
    if (this.#reader) await this.#execute(command);
    else await sendMarketCommand(this.#options.config.databaseSessionUrl, command);
    return this.state();
  }

  marketNow = () => this.#latest('marketNow');

  stalledForMs = () => performance.now() - this.#progressAtMs;

  source = () => toSourceEvent(this.#sourceFacts(), this.#options.clock.nowMs());

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
    const { playback, pool } = this.#options;
    switch (command.action) {
      case 'play':
        playback.set({ playing: true });
        break;
      case 'speed':
        playback.set({ speed: command.factor });
        break;
      case 'pause':
        playback.set({ playing: false });
        await this.#waitFor(() => this.#isSettled());
        break;
      case 'step':
        await this.#step();
        break;
    }
    await this.#reader?.saveStatus();
    if (command.action !== 'step') await publishCommand(pool, { playback: playback.settings });
  }

  /** Lets one reading through and waits until all shards applied it; rejected readings do not count. */
  async #step(): Promise<void> {
    const { playback, poller } = this.#options;
    // Pending readings are finished first, so that a step is exactly one reading.
    if (playback.settings.playing) await poller.poll();
    else await this.#waitFor(() => this.#isSettled());
    const before = poller.row.readingsApplied;
    const applied = () => poller.row.readingsApplied > before;
    const deadline = performance.now() + commandTimeoutMs;
    while (!applied() && !this.#ended && performance.now() < deadline) {
      playback.step();
      await this.#waitFor(async () => {
        if (await this.#isSettled()) return true;
        if (!playback.settings.playing) return false;
        await poller.poll();
        return applied();
      });
    }
  }

  /** No reading is in progress in any worker, and the source is paused or has ended. */
  async #isSettled(): Promise<boolean> {
    const { playback, poller } = this.#options;
    const isSettledHere = () => this.#idle && (this.#ended || playback.isPaused);
    return isSettledHere() && (await poller.poll()).caughtUp && isSettledHere();
  }

  async #waitFor(condition: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + commandTimeoutMs;
    while (!(await condition()) && performance.now() < deadline) {
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          this.#waiters.delete(done);
          resolve();
        };
        const timer = setTimeout(done, recheckEveryMs);
        this.#waiters.add(done);
      });
    }
  }

  #notifyWaiters(): void {
    for (const recheck of [...this.#waiters]) recheck();
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
      this.#idle = false;
      this.#ended = false;
      this.#setReader(undefined);
    }
  }

  #runWorker(): Promise<void> {
    const { pool, bus, clock, config, source, playback, stop, metrics, log } = this.#options;
    const callbacks: WorkerCallbacks = {
      onJoined: () => this.#joined.resolve(),
      onApplied: ({ observedAt, arrivedAt }) => {
        const marketNow = this.marketNow();
        this.#newest = {
          marketNow: marketNow === null || observedAt > marketNow ? observedAt : marketNow,
          lastArrivalAt: arrivedAt,
        };
        this.#commits += 1;
        this.#progressAtMs = performance.now();
        this.#notifyWaiters();
      },
      onProgress: () => {
        this.#progressAtMs = performance.now();
      },
      onBusy: () => {
        this.#idle = false;
      },
      onIdle: (ended) => {
        this.#idle = true;
        this.#ended = ended;
        this.#notifyWaiters();
      },
      onReaderChange: (reader) => this.#setReader(reader),
      onCommand: (payload) => void this.#onCommand(payload),
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

  #setReader(reader: SourceReader | null | undefined): void {
    if (reader === this.#reader) return;
    this.#reader = reader;
    this.#notifyWaiters();
  }

  async #onCommand(payload: string): Promise<void> {
    const { pool, playback, log } = this.#options;
    const received = parseCommandMessage(payload);
    if (received === null) return;
    if ('playback' in received && !this.#reader) playback.set(received.playback);
    if (!('id' in received) || !this.#reader || received.id === this.#lastCommandId) return;
    this.#lastCommandId = received.id;
    try {
      await publishCommand(pool, { accepted: received.id });
      await this.#execute(received.command);
      await publishCommand(pool, { done: received.id });
    } catch (error) {
      log.warn({ err: error }, 'a market command failed');
    }
  }

  #sourceFacts(): SourceFacts {
    const { source, poller } = this.#options;
    return {
      marketNow: this.#latest('marketNow'),
      lastArrivalAt: this.#latest('lastArrivalAt'),
      expectedEveryMs: this.#reader ? source.expectedEveryMs : poller.row.expectedEveryMs,
    };
  }

  /** The later of the polled value and what was committed here since. */
  #latest(fact: 'marketNow' | 'lastArrivalAt'): Date | null {
    const [stored, committed] = [this.#options.poller.row[fact], this.#newest[fact]];
    if (stored === null || committed === null) return stored ?? committed;
    return stored > committed ? stored : committed;
  }
}
