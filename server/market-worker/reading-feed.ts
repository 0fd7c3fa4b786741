/** Acknowledged readings in order, for one worker's shards: from memory where this worker stored them, else from the log. */

import type { StoredReading } from '../db/market/readings.ts';
import type { Database } from '../db/pool.ts';
import type { ReadingLog } from '../events/event-bus.ts';

const chunkSize = 200;
/** Stored bytes of a chunk: some hundred megabytes in memory, however far behind the worker is. */
const maxChunkBytes = 4_000_000;

export class ReadingFeed {
  readonly #db: Database;
  readonly #log: Pick<ReadingLog, 'listAfter'>;
  readonly #source: string;
  /** Every reading acknowledged after `#after`, up to the last one here. */
  #window: StoredReading[] = [];
  #after = 0;
  /** Of which the window has all ticks. */
  #shards = '';
  /** No newer one existed at the last query. */
  #isUpToDate = false;

  constructor(db: Database, log: Pick<ReadingLog, 'listAfter'>, source: string) {
    this.#db = db;
    this.#log = log;
    this.#source = source;
  }

  /** Newer readings may exist: the next call reads the log. */
  invalidate(): void {
    this.#isUpToDate = false;
  }

  /**
   * Adds readings that this worker has just stored as the source's reader.
   * @param newestId id of the last reading stored before these
   */
  append(readings: readonly StoredReading[], newestId: number): void {
    const known = this.#window.at(-1)?.id ?? this.#after;
    // If these directly follow our last known id the window is complete: only the source's reader appends.
    this.#isUpToDate = known >= newestId;
    if (this.#isUpToDate) this.#window.push(...readings);
  }

  /**
   * The first reading after a position (a reading id), with the ticks of these shards; null when there is none yet.
   * @throws EventBusUnavailableError, or the database's error
   */
  async next(position: number, shards: readonly number[]): Promise<StoredReading | null> {
    const key = shards.join();
    if (position < this.#after || key !== this.#shards) {
      this.#window = [];
      this.invalidate();
    }
    this.#shards = key;
    this.#after = position;
    const unread = this.#window.findIndex(({ id }) => id > position);
    this.#window.splice(0, unread === -1 ? this.#window.length : unread);
    if (this.#window.length === 0 && !this.#isUpToDate) {
      this.#window = await this.#log.listAfter(this.#db, this.#source, {
        id: position,
        shards,
        limit: chunkSize,
        maxBytes: maxChunkBytes,
      });
      this.#isUpToDate = this.#window.length === 0;
    }
    return this.#window[0] ?? null;
  }
}
