/** A clock that tests move: sleeping takes no time and is written down; a deadline passes when a test says so. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '#server/marketplaces/listing-search/clock.ts';

export class ManualClock implements Clock {
  #wallMs = Date.parse('2026-06-01T12:00:00Z');
  #monotonicMs = 0;
  readonly #deadlines = new Set<{ readonly atMs: number; readonly call: () => void }>();
  /** Every sleep asked for, in milliseconds. */
  readonly slept: number[] = [];

  wallMs = () => this.#wallMs;
  monotonicMs = () => this.#monotonicMs;

  /** How many deadlines wait: none once nothing is under way. */
  get pending(): number {
    return this.#deadlines.size;
  }

  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    this.slept.push(ms);
    // Real sockets get their turn, and an endless loop can be aborted.
    await turn();
    signal.throwIfAborted();
    this.advance(ms);
  }

  after(ms: number, call: () => void): () => void {
    const deadline = { atMs: this.#monotonicMs + ms, call };
    this.#deadlines.add(deadline);
    return () => this.#deadlines.delete(deadline);
  }

  advance(ms: number): void {
    this.#wallMs += ms;
    this.#monotonicMs += ms;
    for (const deadline of [...this.#deadlines]) {
      if (deadline.atMs > this.#monotonicMs) continue;
      this.#deadlines.delete(deadline);
      deadline.call();
    }
  }

  /** As when somebody sets the machine's clock; durations do not notice. */
  setWallBack(ms: number): void {
    this.#wallMs -= ms;
  }
}
