/** Keys gathered one by one and handed over in ascending order. Memory is used again. */

/** Out of place by more than this, and it is cheaper to sort everything at the end. */
const nearby = 64;

/** Made for keys that come almost in order: each is put in its place from the end. */
export class KeyBuffer {
  length = 0;
  #keys = new Float64Array(64);
  #isScrambled = false;

  push(key: number): void {
    let at = this.length;
    if (at === this.#keys.length) {
      const grown = new Float64Array(at * 2);
      grown.set(this.#keys);
      this.#keys = grown;
    }
    this.length += 1;
    const keys = this.#keys;
    if (!this.#isScrambled) {
      for (; at > 0 && (keys[at - 1] ?? 0) > key; at -= 1) keys[at] = keys[at - 1] ?? 0;
      this.#isScrambled = this.length - at > nearby;
    }
    keys[at] = key;
  }

  /** @returns a view that the next use overwrites */
  takeSorted(): Float64Array {
    const sorted = this.#keys.subarray(0, this.length);
    if (this.#isScrambled) sorted.sort();
    this.length = 0;
    this.#isScrambled = false;
    return sorted;
  }
}
