/** Brings pushed readings to the reader of the source, in the order in which they were stored; each is marked with its commit. */
import { setTimeout as delay } from 'node:timers/promises';
import { pushedReading } from '#contract/market-push.ts';
import { findWaitingReading } from '../db/market/pushed-readings.ts';
import type { Database } from '../db/pool.ts';
import { toReading } from '../marketplaces/pushed-reading.ts';
import type { ReadingQueue } from './reading-queue.ts';

const pollEveryMs = 1_000;

export class PushedReadings {
  readonly #db: Database;
  /** Queued, and not stored yet. */
  readonly #queued = new Set<number>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Until aborted. A database that is away delays it. */
  async run(queue: ReadingQueue, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const next = await findWaitingReading(this.#db, [...this.#queued]).catch(() => null);
      if (signal.aborted) return;
      if (next === null) {
        await delay(pollEveryMs, undefined, { signal }).catch(() => {});
        continue;
      }
      this.#queued.add(next.id);
      const { reading } = toReading(pushedReading.parse(JSON.parse(next.body)), next);
      await queue.add({ reading, arrivedAt: next.arrivedAt, pushedId: next.id }, signal);
    }
  }

  markStored(ids: readonly number[]): void {
    for (const id of ids) this.#queued.delete(id);
  }
}
