/**
 * Works through a queue for a few milliseconds per round of the event loop, so that HTTP requests and timers are served in
 * between however many items come at once. An item that waits already is not added again.
 */
export class TimeSlicedQueue<Item> {
  readonly #work: (item: Item) => void;
  readonly #sliceMs: number;
  readonly #items = new Set<Item>();
  #scheduled: NodeJS.Immediate | null = null;

  constructor(sliceMs: number, work: (item: Item) => void) {
    this.#sliceMs = sliceMs;
    this.#work = work;
  }

  add(item: Item): void {
    this.#items.add(item);
    this.#scheduled ??= setImmediate(() => this.#runSlice());
  }

  close(): void {
    if (this.#scheduled !== null) clearImmediate(this.#scheduled);
    this.#scheduled = null;
    this.#items.clear();
  }

  #runSlice(): void {
    this.#scheduled = null;
    const endsAtMs = performance.now() + this.#sliceMs;
    for (const item of this.#items) {
      this.#items.delete(item);
      this.#work(item);
      if (performance.now() >= endsAtMs) break;
    }
    if (this.#items.size > 0) this.#scheduled ??= setImmediate(() => this.#runSlice());
  }
}
