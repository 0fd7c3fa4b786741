/** Publishes to every process when the source becomes stale or fresh; runs in the worker that reads it. */
import type pg from 'pg';
import type { SourceEvent } from '#contract/live-stream.ts';
import type { EventBus } from '../events/event-bus.ts';

const checkEveryMs = 1_000;
/** Throttle for the time of the last reading, published while the source stays fresh. */
const publishEveryMs = 5_000;

export class SourceHealthPublisher {
  readonly #pool: pg.Pool;
  readonly #bus: Pick<EventBus, 'live'>;
  readonly #current: () => SourceEvent;
  #timer: NodeJS.Timeout | undefined;
  #published: SourceEvent['state'] | null = null;
  #publishedAtMs = Number.NEGATIVE_INFINITY;

  constructor(pool: pg.Pool, bus: Pick<EventBus, 'live'>, current: () => SourceEvent) {
    this.#pool = pool;
    this.#bus = bus;
    this.#current = current;
  }

  start(): void {
    this.stop();
    this.#timer = setInterval(() => this.#publishIfChanged(), checkEveryMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  onReading(): void {
    if (this.#published !== 'fresh' || performance.now() - this.#publishedAtMs > publishEveryMs)
      this.#publish();
  }

  #publishIfChanged(): void {
    if (this.#current().state !== this.#published) this.#publish();
  }

  #publish(): void {
    const event = this.#current();
    this.#published = event.state;
    this.#publishedAtMs = performance.now();
    // One that is lost is published again at the next reading, five seconds later at most.
    this.#bus.live.publish(this.#pool, { source: event });
  }
}
