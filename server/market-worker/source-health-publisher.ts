/** Says when the source goes quiet and when it is back: by the worker that reads it, to every process. */
import type pg from 'pg';
import type { SourceEvent } from '#contract/live-stream.ts';
import { notifyLive } from '../db/market/reading-writes.ts';
import { sourcePayload } from '../live/live-notification.ts';
import type { MarketLog } from './market-options.ts';
import { type SourceFacts, toSourceEvent } from './market-status.ts';

const lookEveryMs = 1_000;
/** While readings keep coming, their time is told at most so often. */
const tellEveryMs = 5_000;

export class SourceHealthPublisher {
  readonly #pool: pg.Pool;
  readonly #log: MarketLog;
  readonly #facts: () => SourceFacts;
  #timer: NodeJS.Timeout | undefined;
  #told: SourceEvent['state'] | null = null;
  #toldAt = 0;

  constructor(pool: pg.Pool, log: MarketLog, facts: () => SourceFacts) {
    this.#pool = pool;
    this.#log = log;
    this.#facts = facts;
  }

  start(): void {
    this.stop();
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  arrived(): void {
    if (this.#told !== 'fresh' || Date.now() - this.#toldAt > tellEveryMs) this.#tell();
  }

  #look(): void {
    if (toSourceEvent(this.#facts()).state !== this.#told) this.#tell();
  }

  #tell(): void {
    const event = toSourceEvent(this.#facts());
    this.#told = event.state;
    this.#toldAt = Date.now();
    notifyLive(this.#pool, [sourcePayload(event)]).catch((error: unknown) => {
      // Told again at the next look.
      this.#told = null;
      this.#log.warn({ err: error }, 'source state not announced');
    });
  }
}
