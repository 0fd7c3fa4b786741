/** Acknowledged readings in order, for the shards of one worker: its own from memory, others' from the table. */

import { readReadingsAfter, type StoredReading } from '../db/market/readings.ts';
import type { Database } from '../db/pool.ts';

const chunkSize = 200;

export class ReadingFeed {
  readonly #db: Database;
  readonly #source: string;
  /** Every reading acknowledged after `#after`, up to the last one here. */
  #window: StoredReading[] = [];
  #after = 0;
  /** Nothing newer was there when we last asked. */
  #quiet = false;

  constructor(db: Database, source: string) {
    this.#db = db;
    this.#source = source;
  }

  /** There may be newer ones. */
  invalidate(): void {
    this.#quiet = false;
  }

  /**
   * What this worker has just acknowledged itself.
   * @param newest the last one acknowledged before these
   */
  append(readings: readonly StoredReading[], newest: number): void {
    const known = this.#window.at(-1)?.id ?? this.#after;
    // With no gap in between, all there is is here: nobody else acknowledges meanwhile.
    this.#quiet = known >= newest;
    if (this.#quiet) this.#window.push(...readings);
  }

  /** The first one after a position; null when there is none yet. */
  async next(position: number): Promise<StoredReading | null> {
    if (position < this.#after) {
      this.#window = [];
      this.invalidate();
    }
    this.#after = position;
    const unread = this.#window.findIndex(({ id }) => id > position);
    this.#window.splice(0, unread === -1 ? this.#window.length : unread);
    if (this.#window.length === 0 && !this.#quiet) {
      this.#window = await readReadingsAfter(this.#db, this.#source, {
        id: position,
        atMost: chunkSize,
      });
      this.#quiet = this.#window.length === 0;
    }
    return this.#window[0] ?? null;
  }
}
