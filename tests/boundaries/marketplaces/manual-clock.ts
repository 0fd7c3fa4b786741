/** Fake clock moved by tests: sleeping advances it at once and is recorded; deadlines fire on `advance`. */
import { setImmediate as nextTick } from 'node:timers/promises';
import type { Clock } from '#server/marketplaces/http/clock.ts';

export class ManualClock implements Clock {
  #wallMs = Date.parse('2026-06-01T12:00:00Z');
  #monotonicMs = 0;
  readonly #deadlines = new Set<{ readonly atMs: number; readonly callback: () => void }>();
  /** Every requested sleep, in milliseconds. */
  readonly slept: number[] = [];

  wallMs = () => this.#wallMs;
  monotonicMs = () => this.#monotonicMs;

  /** Number of pending deadlines. */
  get pending(): number {
    return this.#deadlines.size;
  }

  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    this.slept.push(ms);
    // Lets sockets make progress, and an endless loop be aborted.
    await nextTick();
    signal.throwIfAborted();
    this.advance(ms);
  }

  after(ms: number, callback: () => void): () => void {
    const deadline = { atMs: this.#monotonicMs + ms, callback };
    this.#deadlines.add(deadline);
    return () => this.#deadlines.delete(deadline);
  }

  advance(ms: number): void {
    this.#wallMs += ms;
    this.#monotonicMs += ms;
    for (const deadline of [...this.#deadlines]) {
      if (deadline.atMs > this.#monotonicMs) continue;
      this.#deadlines.delete(deadline);
      deadline.callback();
    }
  }
}
