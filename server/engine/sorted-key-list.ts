/** Growable sorted list of float64 keys; `clear` keeps its memory for reuse. */

/** A key further than this from its place: sorting everything once at the end is cheaper. */
const maxShift = 64;

/** Insertion sort from the end, for keys that arrive almost in order. */
export class SortedKeyList {
  length = 0;
  #keys = new Float64Array(64);
  #isUnsorted = false;

  push(key: number): void {
    let index = this.length;
    if (index === this.#keys.length) this.#grow();
    this.length += 1;
    const keys = this.#keys;
    if (!this.#isUnsorted) {
      for (; index > 0 && (keys[index - 1] ?? 0) > key; index -= 1)
        keys[index] = keys[index - 1] ?? 0;
      this.#isUnsorted = this.length - index > maxShift;
    }
    keys[index] = key;
  }

  /** Must be called before reading with `at`. */
  sort(): this {
    if (this.#isUnsorted) this.#keys.subarray(0, this.length).sort();
    this.#isUnsorted = false;
    return this;
  }

  /** @param index below `length`: beyond it are stale values */
  at(index: number): number {
    return this.#keys[index] ?? 0;
  }

  clear(): void {
    this.length = 0;
    this.#isUnsorted = false;
  }

  #grow(): void {
    const grown = new Float64Array(this.#keys.length * 2);
    grown.set(this.#keys);
    this.#keys = grown;
  }
}
