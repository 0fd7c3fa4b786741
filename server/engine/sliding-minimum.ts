/**
 * Monotonic queue: the lowest floor still in force after a given instant. A floor followed by one as low or lower
 * can never be the minimum again and is dropped, so the queue ascends in time and in price, and stays short.
 */
export class SlidingMinimum {
  readonly #floors: number[] = [];
  readonly #untilMs: number[] = [];

  /** @param untilMs when the floor was replaced, epoch milliseconds; must not descend between calls */
  add(floor: number, untilMs: number): void {
    while (this.#floors.length > 0 && (this.#floors.at(-1) ?? 0) >= floor) {
      this.#floors.pop();
      this.#untilMs.pop();
    }
    this.#floors.push(floor);
    this.#untilMs.push(untilMs);
  }

  /** The lowest floor replaced after `fromMs`; 0 when there is none. */
  lowestAfter(fromMs: number): number {
    return this.#floors[this.#firstAfter(fromMs)] ?? 0;
  }

  /** Drops the floors replaced at or before an instant. */
  dropUntil(untilMs: number): void {
    const count = this.#firstAfter(untilMs);
    this.#floors.splice(0, count);
    this.#untilMs.splice(0, count);
  }

  #firstAfter(fromMs: number): number {
    let low = 0;
    let high = this.#untilMs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#untilMs[middle] ?? 0) <= fromMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
