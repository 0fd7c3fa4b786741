/** Brings pushed readings to the reader of the source, in the order in which they were stored; each is marked with its commit. */
import { setTimeout as delay } from 'node:timers/promises';
import { type PushedReading, pushedReading } from '#contract/market-push.ts';
import { findWaitingReading, type WaitingReading } from '../db/market/pushed-readings.ts';
import type { Database } from '../db/pool.ts';
import { toReading } from '../marketplaces/pushed-reading.ts';
import type { ReadingQueue } from './reading-queue.ts';

const pollEveryMs = 1_000;
/** Each may have twenty thousand ticks. */
const maxQueued = 10;
/** What another release took and this one cannot read: counted as a bad row. */
const unreadable: PushedReading = { kind: 'changes', ticks: [null] };

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
      const hasRoom = this.#queued.size < maxQueued;
      const next = hasRoom ? await this.#findNext() : null;
      if (signal.aborted) return;
      if (next === null) {
        await delay(pollEveryMs, undefined, { signal }).catch(() => {});
        continue;
      }
      this.#queued.add(next.id);
      const sent = pushedReading.safeParse(JSON.parse(next.body)).data ?? unreadable;
      const { reading } = toReading(sent, next);
      await queue.add({ reading, arrivedAt: next.arrivedAt, pushedId: next.id }, signal);
    }
  }

  #findNext(): Promise<WaitingReading | null> {
    return findWaitingReading(this.#db, [...this.#queued]).catch(() => null);
  }

  markStored(ids: readonly number[]): void {
    for (const id of ids) this.#queued.delete(id);
  }
}
