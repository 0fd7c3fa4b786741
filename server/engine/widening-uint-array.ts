/** Unsigned integer array of 1-byte cells, widened to 2, 4 or 8 bytes when a value needs it; most never do. */
type Cells = Uint8Array | Uint16Array | Uint32Array | Float64Array;

export class WideningUintArray {
  #cells: Cells = new Uint8Array(0);
  #max = 0xff;

  get(index: number): number {
    return this.#cells[index] ?? 0;
  }

  /** @param value 0 … 2^53 − 1 */
  set(index: number, value: number): void {
    if (value > this.#max) this.#widen(value);
    this.#cells[index] = value;
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
      this.#max = Number.MAX_SAFE_INTEGER;
    } else if (value > 0xffff) {
      this.#cells = Uint32Array.from(this.#cells);
      this.#max = 0xffff_ffff;
    } else {
      this.#cells = Uint16Array.from(this.#cells);
      this.#max = 0xffff;
    }
  }
}
