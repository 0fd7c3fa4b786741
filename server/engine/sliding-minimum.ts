/**
 * The lowest of the floors that were still in force after an instant, for any instant. A floor followed by one
 * as low or lower can never be the answer again, so what is kept ascends in time and in price, and is short.
 */
export class SlidingMinimum {
  readonly #floors: number[] = [];
  readonly #until: number[] = [];

  /** @param until when it was replaced; callers keep it ascending */
  add(floor: number, until: number): void {
    while (this.#floors.length > 0 && (this.#floors.at(-1) ?? 0) >= floor) {
      this.#floors.pop();
      this.#until.pop();
    }
    this.#floors.push(floor);
    this.#until.push(until);
  }

  /** The lowest floor that was replaced after `from`; 0 when there is none. */
  lowestAfter(from: number): number {
    return this.#floors[this.#firstAfter(from)] ?? 0;
  }

  forget(replacedUntil: number): void {
    const gone = this.#firstAfter(replacedUntil);
    this.#floors.splice(0, gone);
    this.#until.splice(0, gone);
  }

  #firstAfter(from: number): number {
    let low = 0;
    let high = this.#until.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#until[middle] ?? 0) <= from) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
