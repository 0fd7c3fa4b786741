/**
 * Gathers what comes while a write is under way and writes it in the next one: under load a commit serves many, and
 * alone nobody waits.
 */
export class WriteBatcher<Item> {
  readonly #write: (items: readonly Item[]) => Promise<void>;
  #next: { readonly items: Item[]; readonly written: Promise<void> } | null = null;
  /** Resolves when nothing is being written, whatever came of it. */
  #quiet: Promise<void> = Promise.resolve();

  constructor(write: (items: readonly Item[]) => Promise<void>) {
    this.#write = write;
  }

  /** Resolves once it is written. @throws what made the write fail, for all that were in it */
  add(item: Item): Promise<void> {
    if (this.#next === null) {
      const items: Item[] = [];
      const written = this.#quiet.then(() => {
        this.#next = null;
        return this.#write(items);
      });
      this.#next = { items, written };
      this.#quiet = written.catch(() => {});
    }
    this.#next.items.push(item);
    return this.#next.written;
  }
}
