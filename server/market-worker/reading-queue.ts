/** Between the source and the worker: a small queue, so that readings are stored many at a time when they come fast. */
import type { Marketplace, Reading } from '../market-model/marketplace.ts';

export interface QueuedReading {
  readonly reading: Reading;
  readonly arrivedAt: Date;
}

/** As many readings as one transaction stores, and as a market that is paused has still to apply. */
const queueSize = 50;

export class ReadingQueue {
  readonly #queue: QueuedReading[] = [];
  readonly #onNews: () => void;
  #room: (() => void) | null = null;
  #ended = false;
  #failure: unknown = null;

  /** @param onChange called whenever something arrived or nothing more will */
  constructor(onChange: () => void) {
    this.#onNews = onChange;
  }

  /** Takes readings until the source ends, fails or is aborted. */
  async run(source: Marketplace, signal: AbortSignal): Promise<void> {
    try {
      for await (const reading of source.readings(signal)) {
        this.#queue.push({ reading, arrivedAt: new Date() });
        this.#onNews();
        while (this.#queue.length >= queueSize && !signal.aborted) {
          await new Promise<void>((resolve) => {
            this.#room = resolve;
          });
        }
        if (signal.aborted) return;
      }
      this.#ended = true;
    } catch (error) {
      if (!signal.aborted) this.#failure = error;
    }
    this.#onNews();
  }

  /** Everything that has arrived. @throws what made the source fail, once nothing else is left */
  drain(): QueuedReading[] {
    const all = this.#queue.splice(0);
    this.#room?.();
    this.#room = null;
    if (all.length === 0 && this.#failure !== null) throw this.#failure;
    return all;
  }

  /** The source has nothing more and all of it was taken. */
  get ended(): boolean {
    return this.#ended && this.#queue.length === 0;
  }

  /** Lets a producer waiting for room see that it was aborted. */
  release(): void {
    this.#room?.();
  }
}
