/**
 * Items ascending by their level. Whoever takes from it takes its end, where an array shrinks and grows at no cost: of
 * levels that a value reaches, the nearest are there.
 */

/** So many are put in or looked up one by one; for more, the items are read once. */
const fewAtOnce = 16;

export class SortedList<Item> {
  readonly #levelOf: (item: Item) => number;
  #items: Item[] = [];

  constructor(levelOf: (item: Item) => number) {
    this.#levelOf = levelOf;
  }

  insert(added: readonly Item[]): void {
    if (added.length <= fewAtOnce) {
      for (const item of added) this.#items.splice(this.#placeOf(this.#levelOf(item)), 0, item);
      return;
    }
    const levelOf = this.#levelOf;
    const lowest = added.reduce((least, item) => Math.min(least, levelOf(item)), Infinity);
    // What is added lies near the value, and so does the end: little is taken out and sorted again.
    const tail = [...this.takeFrom(lowest), ...added].sort((a, b) => levelOf(a) - levelOf(b));
    for (const item of tail) this.#items.push(item);
  }

  /** Removes and returns the items at this level or above. */
  takeFrom(level: number): Item[] {
    return this.#items.splice(this.#placeOf(level));
  }

  /** Unknown ones are ignored. */
  remove(removed: readonly Item[]): void {
    if (removed.length > fewAtOnce) {
      const all = new Set(removed);
      this.#items = this.#items.filter((item) => !all.has(item));
      return;
    }
    for (const item of removed) {
      const index = this.#items.indexOf(item, this.#placeOf(this.#levelOf(item)));
      if (index !== -1) this.#items.splice(index, 1);
    }
  }

  /** Index of the first item at this level or above. */
  #placeOf(level: number): number {
    let low = 0;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#levelOf(this.#items[middle] as Item) < level) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
