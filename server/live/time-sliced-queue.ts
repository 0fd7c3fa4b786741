/**
 * Works through a queue for a few milliseconds per round of the event loop, so that HTTP requests and timers are served in
 * between however many items come at once. An item that waits already is not added again.
 */
export class TimeSlicedQueue<Item> {
  readonly #work: (item: Item) => void;
  readonly #sliceMs: number;
  readonly #delayMs: number;
  readonly #items = new Set<Item>();
  #delayed: NodeJS.Timeout | undefined;
  #scheduled: NodeJS.Immediate | null = null;

  /** @param delayMs how long items are collected before the first of them is worked on */
  constructor(sliceMs: number, work: (item: Item) => void, delayMs = 0) {
    this.#sliceMs = sliceMs;
    this.#delayMs = delayMs;
    this.#work = work;
  }

  add(item: Item): void {
    this.#items.add(item);
    if (this.#scheduled !== null || this.#delayed !== undefined) return;
    if (this.#delayMs === 0) this.#scheduleSlice();
    else this.#delayed = setTimeout(() => this.#scheduleSlice(), this.#delayMs);
  }

  delete(item: Item): void {
    this.#items.delete(item);
  }

  close(): void {
    clearTimeout(this.#delayed);
    this.#delayed = undefined;
    // A slice that is scheduled finds nothing.
    this.#items.clear();
  }

  #scheduleSlice(): void {
    this.#delayed = undefined;
    this.#scheduled ??= setImmediate(() => this.#runSlice());
  }

  #runSlice(): void {
    this.#scheduled = null;
    const endsAtMs = performance.now() + this.#sliceMs;
    for (const item of this.#items) {
      this.#items.delete(item);
      this.#work(item);
      if (performance.now() >= endsAtMs) break;
    }
    if (this.#items.size > 0) this.#scheduleSlice();
  }
}
