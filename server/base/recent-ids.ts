/** The last ids added, bounded in number. */
export class RecentIds {
  readonly #max: number;
  /** In order of insertion: the first is the oldest. */
  readonly #ids = new Set<string>();

  constructor(max: number) {
    this.#max = max;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  add(id: string): void {
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > this.#max && oldest !== undefined) this.#ids.delete(oldest);
  }

  delete(id: string): void {
    this.#ids.delete(id);
  }
}
