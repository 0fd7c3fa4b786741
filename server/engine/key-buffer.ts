/** Keys gathered one by one and handed over in ascending order; its memory is used again. */
export class KeyBuffer {
  #keys = new Float64Array(64);
  #length = 0;
  #isAscending = true;

  get length(): number {
    return this.#length;
  }

  push(key: number): void {
    if (this.#length === this.#keys.length) {
      const grown = new Float64Array(this.#length * 2);
      grown.set(this.#keys);
      this.#keys = grown;
    }
    const last = this.#length === 0 ? -Infinity : (this.#keys[this.#length - 1] ?? 0);
    if (key < last) this.#isAscending = false;
    this.#keys[this.#length] = key;
    this.#length += 1;
  }

  /** @returns a view that the next `push` overwrites */
  takeSorted(): Float64Array {
    const keys = this.#keys.subarray(0, this.#length);
    if (!this.#isAscending) keys.sort();
    this.#length = 0;
    this.#isAscending = true;
    return keys;
  }
}
