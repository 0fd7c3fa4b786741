/** Bounded queue between the source and the worker, so that fast readings are stored in batches. */
import type { Marketplace, Reading } from '../market-model/marketplace.ts';

export interface QueuedReading {
  readonly reading: Reading;
  readonly arrivedAt: Date;
  /** Of the row that a program pushed it into. */
  readonly pushedId?: number;
}

/** The most readings that one transaction stores, and that a paused market still has to apply. */
const queueSize = 50;

export class ReadingQueue {
  readonly #queue: QueuedReading[] = [];
  readonly #onChange: () => void;
  readonly #now: () => Date;
  /** Wakes the source, which waits for space. */
  #resume: () => void = () => {};
  #ended = false;
  #failure: unknown = null;

  /**
   * @param onChange called when a reading has arrived or the source has ended
   * @param now the database's clock, for arrivals
   */
  constructor(onChange: () => void, now: () => Date = () => new Date()) {
    this.#onChange = onChange;
    this.#now = now;
  }

  /** Takes readings until the source ends, fails or is aborted. */
  async run(source: Pick<Marketplace, 'readings'>, signal: AbortSignal): Promise<void> {
    try {
      for await (const reading of source.readings(signal)) {
        this.#queue.push({ reading, arrivedAt: this.#now() });
        this.#onChange();
        while (this.#queue.length >= queueSize && !signal.aborted)
          await new Promise<void>((resolve) => {
            this.#resume = resolve;
          });
        if (signal.aborted) return;
      }
      this.#ended = true;
    } catch (error) {
      if (!signal.aborted) this.#failure = error;
    }
    this.#onChange();
  }

  /** Removes and returns all queued readings. @throws the source's failure, once the queue is empty */
  drain(): QueuedReading[] {
    const all = this.#queue.splice(0);
    this.#resume();
    if (all.length === 0 && this.#failure !== null) throw this.#failure;
    return all;
  }

  get isEmpty(): boolean {
    return this.#queue.length === 0;
  }

  /** The source has ended and the queue is empty. */
  get ended(): boolean {
    return this.#ended && this.isEmpty;
  }

  /** So that it sees the abort. */
  wakeSource(): void {
    this.#resume();
  }
}
