/** Keys gathered one by one and handed over in ascending order. Memory is used again. */

/** Out of place by more than this, and it is cheaper to sort everything at the end. */
const nearby = 64;

/** One sequence that comes almost in order: each key is put in its place from the end. */
class Pile {
  keys = new Float64Array(64);
  length = 0;
  #isScrambled = false;

  push(key: number): void {
    let at = this.length;
    if (at === this.keys.length) {
      const grown = new Float64Array(at * 2);
      grown.set(this.keys);
      this.keys = grown;
    }
    this.length += 1;
    const { keys } = this;
    if (!this.#isScrambled) {
      for (; at > 0 && (keys[at - 1] ?? 0) > key; at -= 1) keys[at] = keys[at - 1] ?? 0;
      this.#isScrambled = this.length - at > nearby;
    }
    keys[at] = key;
  }

  takeSorted(): Float64Array {
    const sorted = this.keys.subarray(0, this.length);
    if (this.#isScrambled) sorted.sort();
    this.length = 0;
    this.#isScrambled = false;
    return sorted;
  }
}

/** What fires comes almost in order, and so does what re-arms, but not both together. */
export class KeyBuffer {
  readonly armed = new Pile();
  readonly disarmed = new Pile();
  #merged = new Float64Array(0);

  get length(): number {
    return this.armed.length + this.disarmed.length;
  }

  /** @returns a view that the next use overwrites */
  takeSorted(): Float64Array {
    if (this.armed.length === 0) return this.disarmed.takeSorted();
    if (this.disarmed.length === 0) return this.armed.takeSorted();
    const [one, other] = [this.armed.takeSorted(), this.disarmed.takeSorted()];
    const count = one.length + other.length;
    if (this.#merged.length < count) this.#merged = new Float64Array(count * 2);
    const merged = this.#merged;
    let fromOne = 0;
    for (let to = 0; to < count; to += 1) {
      const left = one[fromOne] ?? Infinity;
      const right = other[to - fromOne] ?? Infinity;
      merged[to] = Math.min(left, right);
      if (left < right) fromOne += 1;
    }
    return merged.subarray(0, count);
  }
}
