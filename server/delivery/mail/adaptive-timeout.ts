/**
 * A timeout that learns how slow the other side is, so that a silence is noticed early and a slow answer is not taken for
 * one again and again: after it expires the next one is twice as long, after answers it shrinks towards the first.
 */
export interface TimeoutLimits {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** Room for an answer slower than the last one. */
const headroom = 4;

export class AdaptiveTimeout {
  readonly #limits: TimeoutLimits;
  #ms: number;

  constructor(limits: TimeoutLimits) {
    this.#limits = limits;
    this.#ms = limits.firstMs;
  }

  /** @param attempt of the same thing, from 1: each waits at least twice as long as the one before, whatever others did */
  forAttempt(attempt = 1): number {
    return this.#clamp(Math.max(this.#ms, this.#limits.firstMs * 2 ** Math.min(attempt - 1, 16)));
  }

  answered(afterMs: number): void {
    this.#ms = this.#clamp(Math.max(afterMs * headroom, this.#ms / 2));
  }

  /** @param waitedMs what it was: several that ran at once double it once */
  expired(waitedMs: number): void {
    this.#ms = this.#clamp(Math.max(this.#ms, waitedMs * 2));
  }

  #clamp(ms: number): number {
    const { firstMs, maxMs } = this.#limits;
    return Math.min(maxMs, Math.max(firstMs, ms));
  }
}
