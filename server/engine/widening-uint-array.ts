type Cells = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Whole numbers by position, one byte each until one of them needs two, four or eight: most of these never do. */
export class WideningUintArray {
  #cells: Cells = new Uint8Array(0);
  #most = 0xff;

  get(at: number): number {
    return this.#cells[at] ?? 0;
  }

  /** @param value 0 … 2^53 − 1 */
  set(at: number, value: number): void {
    if (value > this.#most) this.#widen(value);
    this.#cells[at] = value;
  }

  resize(length: number): void {
    const Same = this.#cells.constructor as new (length: number) => Cells;
    const grown = new Same(length);
    grown.set(this.#cells);
    this.#cells = grown;
  }

  get length(): number {
    return this.#cells.length;
  }

  get bytes(): number {
    return this.#cells.byteLength;
  }

  #widen(value: number): void {
    if (value > 0xffff_ffff) {
      this.#cells = Float64Array.from(this.#cells);
      this.#most = Number.MAX_SAFE_INTEGER;
    } else if (value > 0xffff) {
      this.#cells = Uint32Array.from(this.#cells);
      this.#most = 0xffff_ffff;
    } else {
      this.#cells = Uint16Array.from(this.#cells);
      this.#most = 0xffff;
    }
  }
}
