/** Growable list of 32-bit integers. `clear` keeps the memory for reuse, unlike an array's. */
export class Int32List {
  length = 0;
  #cells = new Int32Array(64);

  push(value: number): void {
    if (this.length === this.#cells.length) {
      const grown = new Int32Array(this.length * 2);
      grown.set(this.#cells);
      this.#cells = grown;
    }
    this.#cells[this.length] = value;
    this.length += 1;
  }

  /** @param index below `length`: beyond it are stale values */
  at(index: number): number {
    return this.#cells[index] ?? 0;
  }

  clear(): void {
    this.length = 0;
  }
}
