/** Whole numbers by position, two bytes each until one of them needs four: most counters here never do. */
export class WideningColumn {
  #cells: Uint16Array | Uint32Array = new Uint16Array(0);

  get(at: number): number {
    return this.#cells[at] ?? 0;
  }

  /** @param value 0 … 4 294 967 295 */
  set(at: number, value: number): void {
    if (value > 0xffff && this.#cells instanceof Uint16Array) {
      this.#cells = Uint32Array.from(this.#cells);
    }
    this.#cells[at] = value;
  }

  resize(length: number): void {
    const grown =
      this.#cells instanceof Uint16Array ? new Uint16Array(length) : new Uint32Array(length);
    grown.set(this.#cells);
    this.#cells = grown;
  }

  get bytes(): number {
    return this.#cells.byteLength;
  }
}
