/**
 * Group commit: items added while a write is running go together into the next one. Under load one commit serves many;
 * an item alone is written at once, or after a given time.
 */
import { setTimeout as delay } from 'node:timers/promises';

export class WriteBatcher<Item> {
  readonly #write: (items: readonly Item[]) => Promise<void>;
  readonly #afterMs: number;
  #next: { readonly items: Item[]; readonly written: Promise<void> } | null = null;
  /** Settles when the running write ends, whether it succeeded or not. */
  #idle: Promise<void> = Promise.resolve();

  constructor(write: (items: readonly Item[]) => Promise<void>, afterMs = 0) {
    this.#write = write;
    this.#afterMs = afterMs;
  }

  /** Resolves once the item is written. @throws the write's error, to every item of its batch */
  add(item: Item): Promise<void> {
    if (this.#next === null) {
      const items: Item[] = [];
      const written = this.#idle.then(async () => {
        if (this.#afterMs > 0) await delay(this.#afterMs);
        this.#next = null;
        return this.#write(items);
      });
      this.#next = { items, written };
      this.#idle = written.catch(() => {});
    }
    this.#next.items.push(item);
    return this.#next.written;
  }
}
