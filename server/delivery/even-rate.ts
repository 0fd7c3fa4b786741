/** Spaces what is sent evenly: at most so many a second, and never several at once after a pause. */
export class EvenRate {
  readonly #gapMs: number;
  readonly #nowMs: () => number;
  #nextAtMs = 0;

  /** @param nowMs a monotonic clock */
  constructor(perSecond: number, nowMs: () => number = () => performance.now()) {
    this.#gapMs = 1_000 / perSecond;
    this.#nowMs = nowMs;
  }

  /** Takes the next turn. @returns milliseconds until it comes */
  take(): number {
    const now = this.#nowMs();
    const atMs = Math.max(now, this.#nextAtMs);
    this.#nextAtMs = atMs + this.#gapMs;
    return atMs - now;
  }
}
