/** Keys gathered one by one and read in ascending order. Memory is used again. */

/** Out of place by more than this, and it is cheaper to sort everything at the end. */
const nearby = 64;

/** Made for keys that come almost in order: each is put in its place from the end. */
export class SortedKeyList {
  length = 0;
  #keys = new Float64Array(64);
  #isScrambled = false;

  push(key: number): void {
    let at = this.length;
    if (at === this.#keys.length) this.#grow();
    this.length += 1;
    const keys = this.#keys;
    if (!this.#isScrambled) {
      for (; at > 0 && (keys[at - 1] ?? 0) > key; at -= 1) keys[at] = keys[at - 1] ?? 0;
      this.#isScrambled = this.length - at > nearby;
    }
    keys[at] = key;
  }

  /** Before reading with `at`: those that came far from their place are put there. */
  sort(): this {
    if (this.#isScrambled) this.#keys.subarray(0, this.length).sort();
    this.#isScrambled = false;
    return this;
  }

  /** @param index within the length: beyond it lies what was there before */
  at(index: number): number {
    return this.#keys[index] ?? 0;
  }

  clear(): void {
    this.length = 0;
    this.#isScrambled = false;
  }

  #grow(): void {
    const grown = new Float64Array(this.#keys.length * 2);
    grown.set(this.#keys);
    this.#keys = grown;
  }
}
