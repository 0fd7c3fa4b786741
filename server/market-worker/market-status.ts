/** Market status as stored in the database: polled every second, as source event (fresh or stale) and market state. */
import type pg from 'pg';
import type { SourceEvent } from '#contract/live-stream.ts';
import type { MarketState } from '#contract/market-control.ts';
import { countBacklog } from '../db/alerts/backlog.ts';
import { DatabaseClock } from '../db/database-clock.ts';
import { findSource, type SourceRow } from '../db/market/sources.ts';
import { sourceHealthAt } from './source-health.ts';

const pollEveryMs = 1_000;
/** Throttle for the time of the last reading, while the source stays fresh. */
const announceEveryMs = 5_000;

export type SourceFacts = Pick<SourceRow, 'marketNow' | 'lastArrivalAt' | 'expectedEveryMs'>;

/** Whether the source is being read, by arrival time; market time plays no part. @param nowMs by the database's clock */
export function toSourceEvent(facts: SourceFacts, nowMs: number = Date.now()): SourceEvent {
  const { marketNow, lastArrivalAt } = facts;
  return {
    // A source not read yet has missed nothing.
    state: sourceHealthAt(facts, nowMs) === 'stale' ? 'stale' : 'fresh',
    observedAt: marketNow?.toISOString() ?? null,
    arrivedAt: lastArrivalAt?.toISOString() ?? null,
  };
}

const unregistered: SourceRow = {
  name: '',
  currency: '',
  marketNow: null,
  lastArrivalAt: null,
  readingsApplied: 0,
  position: 0,
  playback: { playing: false, speed: 1 },
  ended: false,
  expectedEveryMs: null,
  lateSince: null,
  incompleteSince: null,
  caughtUp: true,
  shards: 0,
};

export class MarketStatusPoller {
  readonly #pool: pg.Pool;
  readonly #clock: DatabaseClock;
  #row = unregistered;
  #timer: NodeJS.Timeout | undefined;
  #announced: { readonly state: SourceEvent['state']; readonly arrivedAtMs: number } | null = null;
  #polls = 0;
  #shownPoll = 0;
  /** Called with what each poll finds. */
  onPoll: (row: SourceRow) => void = () => {};
  /** Called when the source becomes stale or fresh again, and of readings that arrived since. */
  onSourceEvent: (event: SourceEvent) => void = () => {};

  constructor(pool: pg.Pool, clock: DatabaseClock = new DatabaseClock()) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /** Polls every second: with every worker dead, the API processes must still report a stale source. */
  start(): void {
    this.#timer = setInterval(() => {
      // An unreachable database is reported by the requests that need it.
      this.poll().catch(() => {});
    }, pollEveryMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async poll(): Promise<SourceRow> {
    this.#polls += 1;
    const poll = this.#polls;
    const row = (await findSource(this.#pool)) ?? unregistered;
    // Of two at once the one that began last is right.
    if (poll < this.#shownPoll) return this.#row;
    this.#shownPoll = poll;
    this.#row = row;
    this.onPoll(row);
    this.#announce(this.event());
    return row;
  }

  #announce(event: SourceEvent): void {
    const { state } = event;
    const arrivedAtMs = this.#row.lastArrivalAt?.getTime() ?? 0;
    const last = this.#announced;
    if (last?.state === state && arrivedAtMs < last.arrivedAtMs + announceEveryMs) return;
    this.#announced = { state, arrivedAtMs };
    if (last !== null) this.onSourceEvent(event);
  }

  /** As of the last poll. */
  get row(): SourceRow {
    return this.#row;
  }

  event(): SourceEvent {
    return toSourceEvent(this.#row, this.#clock.nowMs());
  }

  async state(): Promise<MarketState> {
    const { name, playback, marketNow, readingsApplied, ended, caughtUp } = await this.poll();
    return {
      // Paused or ended only once every acknowledged reading is applied.
      state: caughtUp && ended ? 'ended' : caughtUp && !playback.playing ? 'paused' : 'playing',
      source: name,
      speed: playback.speed,
      observedAt: marketNow?.toISOString() ?? null,
      readings: readingsApplied,
      pending: await countBacklog(this.#pool),
    };
  }
}
