/** The market as the database tells it: all that a process knows of it that does not work on it itself. */
import type pg from 'pg';
import type { SourceEvent } from '#contract/live-stream.ts';
import type { MarketState } from '#contract/market-control.ts';
import { countBacklog } from '../db/alerts/backlog.ts';
import { readSource, type SourceRow } from '../db/market/sources.ts';
import { sourceHealthAt } from './source-health.ts';

const lookEveryMs = 1_000;

export type SourceFacts = Pick<SourceRow, 'marketNow' | 'lastArrivalAt' | 'expectedEveryMs'>;

/** Whether the source is being read, by arrival time; market time plays no part. */
export function toSourceEvent(facts: SourceFacts): SourceEvent {
  const { marketNow, lastArrivalAt } = facts;
  return {
    // Nothing has been missed of a source that nobody reads yet.
    state: sourceHealthAt(facts, Date.now()) === 'stale' ? 'stale' : 'fresh',
    observedAt: marketNow?.toISOString() ?? null,
    arrivedAt: lastArrivalAt?.toISOString() ?? null,
  };
}

const nothingYet: SourceRow = {
  name: '',
  currency: '',
  marketNow: null,
  lastArrivalAt: null,
  readingsApplied: 0,
  position: 0,
  pace: { playing: false, speed: 1 },
  ended: false,
  expectedEveryMs: null,
  caughtUp: true,
};

export class MarketStatusPoller {
  readonly #pool: pg.Pool;
  #row = nothingYet;
  #timer: NodeJS.Timeout | undefined;
  #seen: SourceEvent['state'] | null = null;
  /** Told when the source falls silent, or is back. */
  onTurn: (event: SourceEvent) => void = () => {};

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Looks every second: even with every worker dead somebody must say that the market is silent. */
  start(): void {
    this.#timer = setInterval(() => {
      // A database that is away is told by what needs it.
      this.read().catch(() => {});
    }, lookEveryMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async read(): Promise<SourceRow> {
    this.#row = (await readSource(this.#pool)) ?? nothingYet;
    const event = this.event();
    if (this.#seen !== null && event.state !== this.#seen) this.onTurn(event);
    this.#seen = event.state;
    return this.#row;
  }

  /** As of the last look. */
  get row(): SourceRow {
    return this.#row;
  }

  event(): SourceEvent {
    return toSourceEvent(this.#row);
  }

  async state(): Promise<MarketState> {
    const { name, pace, marketNow, readingsApplied, ended, caughtUp } = await this.read();
    return {
      // Paused is a market in which nothing moves any more: what was acknowledged before is applied first.
      state: caughtUp && ended ? 'ended' : caughtUp && !pace.playing ? 'paused' : 'playing',
      source: name,
      speed: pace.speed,
      observedAt: marketNow?.toISOString() ?? null,
      readings: readingsApplied,
      pending: await countBacklog(this.#pool),
    };
  }
}
