/** A worker that starts anew from the database after any failure, and carries out orders while it reads the source. */
import { setTimeout as delay } from 'node:timers/promises';
import type { SourceEvent } from '#contract/live-stream.ts';
import type { MarketCommand, MarketState } from '#contract/market-control.ts';
import type { SourceRow } from '../db/market/sources.ts';
import type { ResumableMarketplace } from '../market-model/marketplace.ts';
import type { PlaybackController } from '../marketplaces/playback.ts';
import { WakeSignal } from '../wake-signal.ts';
import {
  commandTimeoutMs,
  parseCommandMessage,
  publishCommand,
  sendMarketCommand,
} from './market-commands.ts';
import type { MarketOptions, MarketService } from './market-options.ts';
import { type MarketStatusPoller, type SourceFacts, toSourceEvent } from './market-status.ts';
import { runWorker, type WorkerProgress } from './market-worker.ts';
import { SourceHealthPublisher } from './source-health-publisher.ts';
import type { SourceReader } from './source-reader.ts';
import { FencingLost } from './worker-membership.ts';

export interface SupervisorOptions extends MarketOptions {
  readonly pacer: PlaybackController;
  readonly source: ResumableMarketplace;
  readonly stop: AbortController;
  readonly view: MarketStatusPoller;
}

const slowestRetryMs = 5_000;
/** While an order waits for other workers' commits, which make no sound here. */
const lookAgainMs = 20;

export class MarketSupervisor implements MarketService {
  readonly #options: SupervisorOptions;
  readonly #bell = new WakeSignal();
  readonly #freshness: SourceHealthPublisher;
  readonly #watchers = new Set<() => void>();
  /** What was committed here since the last look at the database. */
  #newest: Pick<SourceRow, 'marketNow' | 'lastArrivalAt'>;
  #commits = 0;
  #idle = false;
  #ended = false;
  /** null while another worker reads the source; undefined before we know. */
  #reader: SourceReader | null | undefined;
  /** The last one taken: it may have been said more than once. */
  #order = '';
  readonly #begun = Promise.withResolvers<void>();
  #loop: Promise<void> = Promise.resolve();

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#newest = options.view.row;
    this.#freshness = new SourceHealthPublisher(options.pool, options.log, () => this.#facts());
    options.pacer.onPauseChange = () => this.#changed();
  }

  /** Resolves once it takes part, or the first attempt has failed: whoever starts after it finds it there. */
  start(): Promise<void> {
    this.#options.view.start();
    this.#loop = this.#run();
    return this.#begun.promise;
  }

  async state(): Promise<MarketState> {
    const { view, pacer, source } = this.#options;
    const told = await view.state();
    // Of the source we read, or are about to, our own word is the newer one.
    if (this.#reader === null) return told;
    const { playing, speed } = pacer.pace;
    const ended = told.state === 'ended' && this.#reader !== undefined;
    return {
      ...told,
      source: source.name,
      speed,
      state: ended ? 'ended' : playing || told.state === 'playing' ? 'playing' : 'paused',
    };
  }

  async control(command: MarketCommand): Promise<MarketState> {
    await this.#until(async () => this.#reader !== undefined);
    if (this.#reader) await this.#carryOut(command);
    else await sendMarketCommand(this.#options.config.databaseUrl, command);
    return this.state();
  }

  marketNow = () => this.#latest('marketNow');

  source = () => toSourceEvent(this.#facts());

  onStateChange(tell: (event: SourceEvent) => void): void {
    this.#options.view.onTurn = tell;
  }

  async close(): Promise<void> {
    this.#options.stop.abort();
    this.#options.view.stop();
    this.#bell.notify();
    await this.#loop;
    this.#freshness.stop();
  }

  async #carryOut(command: MarketCommand): Promise<void> {
    const { pacer, pool } = this.#options;
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
    await this.#reader?.publish();
    if (command.action !== 'step') await publishCommand(pool, { pace: pacer.pace });
  }

  /** One reading applied by all; those of which nothing could be stored do not count. */
  async #step(): Promise<void> {
    const { pacer, view } = this.#options;
    // Whatever was in hand is finished first, so that a step is one reading and no more.
    if (pacer.pace.playing) await view.read();
    else await this.#until(() => this.#settled());
    const before = view.row.readingsApplied;
    const applied = () => view.row.readingsApplied > before;
    const deadline = Date.now() + commandTimeoutMs;
    while (!applied() && !this.#ended && Date.now() < deadline) {
      pacer.step();
      await this.#until(async () => {
        if (await this.#settled()) return true;
        if (!pacer.pace.playing) return false;
        await view.read();
        return applied();
      });
    }
  }

  /** Nothing is in hand anywhere and nothing comes by itself. */
  async #settled(): Promise<boolean> {
    const { pacer, view } = this.#options;
    const here = () => this.#idle && (this.#ended || pacer.isPaused);
    return here() && (await view.read()).caughtUp && here();
  }

  async #until(holds: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + commandTimeoutMs;
    while (!(await holds()) && Date.now() < deadline) {
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          this.#watchers.delete(done);
          resolve();
        };
        const timer = setTimeout(done, lookAgainMs);
        this.#watchers.add(done);
      });
    }
  }

  #changed(): void {
    for (const look of [...this.#watchers]) look();
  }

  /** Works until told to stop; after any failure starts anew from the database. */
  async #run(): Promise<void> {
    const { stop, log } = this.#options;
    let retryMs = 100;
    while (!stop.signal.aborted) {
      const before = this.#commits;
      try {
        await this.#work();
      } catch (error) {
        this.#begun.resolve();
        if (stop.signal.aborted) return;
        if (error instanceof FencingLost) log.warn({ err: error }, 'market lease lost');
        else log.error({ err: error }, 'market worker failed; starting again from the database');
        // Slower and slower only while it gets nowhere.
        retryMs = this.#commits > before ? 100 : Math.min(retryMs * 2, slowestRetryMs);
        await delay(retryMs, undefined, { signal: stop.signal }).catch(() => {});
      }
      this.#idle = false;
      this.#ended = false;
      this.#reads(undefined);
    }
  }

  #work(): Promise<void> {
    const { pool, config, source, pacer, stop, metrics, log } = this.#options;
    const progress: WorkerProgress = {
      joined: () => this.#begun.resolve(),
      applied: ({ observedAt, arrivedAt }) => {
        const marketNow = this.marketNow();
        this.#newest = {
          marketNow: marketNow === null || observedAt > marketNow ? observedAt : marketNow,
          lastArrivalAt: arrivedAt,
        };
        this.#commits += 1;
        if (this.#reader) this.#freshness.arrived();
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
      onReaderChange: (reader) => this.#reads(reader),
      onCommand: (payload) => void this.#hearOrder(payload),
    };
    return runWorker({
      pool,
      databaseUrl: config.databaseUrl,
      source,
      pacer,
      metrics,
      log,
      progress,
      bell: this.#bell,
      signal: stop.signal,
    });
  }

  #reads(reader: SourceReader | null | undefined): void {
    if (reader === this.#reader) return;
    this.#reader = reader;
    if (reader) this.#freshness.start();
    else this.#freshness.stop();
    this.#changed();
  }

  async #hearOrder(payload: string): Promise<void> {
    const { pool, pacer, log } = this.#options;
    const heard = parseCommandMessage(payload);
    if (heard === null) return;
    if ('pace' in heard && !this.#reader) pacer.set(heard.pace);
    if (!('order' in heard) || !this.#reader || heard.order === this.#order) return;
    this.#order = heard.order;
    try {
      await publishCommand(pool, { taken: heard.order });
      await this.#carryOut(heard.command);
      await publishCommand(pool, { done: heard.order });
    } catch (error) {
      log.warn({ err: error }, 'an order to the market failed');
    }
  }

  #facts(): SourceFacts {
    const { source, view } = this.#options;
    return {
      marketNow: this.#latest('marketNow'),
      lastArrivalAt: this.#latest('lastArrivalAt'),
      expectedEveryMs: this.#reader ? source.expectedEveryMs : view.row.expectedEveryMs,
    };
  }

  /** Of what the database said and what was committed here since, the later. */
  #latest(fact: 'marketNow' | 'lastArrivalAt'): Date | null {
    const [told, done] = [this.#options.view.row[fact], this.#newest[fact]];
    if (told === null || done === null) return told ?? done;
    return told > done ? told : done;
  }
}
