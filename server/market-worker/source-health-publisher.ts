/** Publishes to every process when the source becomes stale or fresh; runs in the worker that reads it. */
import type pg from 'pg';
import type { SourceEvent } from '#contract/live-stream.ts';
import type { EventBus } from '../events/event-bus.ts';
import { type SourceFacts, toSourceEvent } from './market-status.ts';

const checkEveryMs = 1_000;
/** Throttle for the time of the last reading, published while the source stays fresh. */
const publishEveryMs = 5_000;

export class SourceHealthPublisher {
  readonly #pool: pg.Pool;
  readonly #bus: Pick<EventBus, 'live'>;
  readonly #facts: () => SourceFacts;
  #timer: NodeJS.Timeout | undefined;
  #published: SourceEvent['state'] | null = null;
  #publishedAtMs = 0;

  constructor(pool: pg.Pool, bus: Pick<EventBus, 'live'>, facts: () => SourceFacts) {
    this.#pool = pool;
    this.#bus = bus;
    this.#facts = facts;
  }

  start(): void {
    this.stop();
    this.#timer = setInterval(() => this.#publishIfChanged(), checkEveryMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  onReading(): void {
    if (this.#published !== 'fresh' || Date.now() - this.#publishedAtMs > publishEveryMs)
      this.#publish();
  }

  #publishIfChanged(): void {
    if (toSourceEvent(this.#facts()).state !== this.#published) this.#publish();
  }

  #publish(): void {
    const event = toSourceEvent(this.#facts());
    this.#published = event.state;
    this.#publishedAtMs = Date.now();
    // One that is lost is published again at the next reading, five seconds later at most.
    this.#bus.live.publish(this.#pool, { source: event });
  }
}
