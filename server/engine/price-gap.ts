/**
 * Per target, every level its thresholds wait for, sorted, around a gap where the price is:
 *
 *     [ fall levels, ascending → ]   gap   [ rise levels, ascending → ]
 *
 * The levels nearest to the price face the gap, so a moving price takes them from the inner ends, and a
 * threshold that turned goes from one side to the other within the same block. All blocks share one array;
 * one that outgrows its place moves to the end, and when the array is full it is packed anew.
 */
import type { HandleBuffer } from './handle-buffer.ts';
import { maxHandles } from './threshold-table.ts';
import { neverFalls, neverRises } from './trigger-levels.ts';

/** A level and a handle as one number that sorts by level, then handle; exact below 2^53. */
export const levelKey = (level: number, handle: number): number => level * maxHandles + handle;

// A power of two, so multiplying is exact, and faster than dividing.
const perHandle = 1 / maxHandles;
const levelOf = (key: number): number => Math.floor(key * perHandle);
const handleOf = (key: number): number => key - levelOf(key) * maxHandles;

/** From here on moving a run of levels at once beats moving them one by one. */
const longRun = 96;

export class PriceGap {
  #keys = new Float64Array(0);
  #end = 0;
  /** Four numbers per target: start, fall levels, rise levels, capacity. */
  #blocks = new Int32Array(0);

  /** Forgets a target's levels. Targets are small numbers their owner reuses. */
  clear(target: number): void {
    this.#blocks.fill(0, target * 4, target * 4 + 4);
  }

  highestFall(target: number): number {
    const falls = this.#at(target, 1);
    if (falls === 0) return neverFalls;
    return levelOf(this.#key(this.#at(target, 0) + falls - 1));
  }

  lowestRise(target: number): number {
    const rises = this.#at(target, 2);
    return rises === 0 ? neverRises : levelOf(this.#key(this.#endOf(target) - rises));
  }

  /** Takes out every fall level at or above the price; their handles go to `taken`, by ascending level. */
  takeFalls(target: number, price: number, taken: HandleBuffer): void {
    const start = this.#at(target, 0);
    const end = start + this.#at(target, 1);
    const limit = levelKey(price, 0);
    let from = end;
    while (from > start && this.#key(from - 1) >= limit) from -= 1;
    for (let at = from; at < end; at += 1) taken.push(handleOf(this.#key(at)));
    this.#blocks[target * 4 + 1] = from - start;
  }

  /** Takes out every rise level at or below the price; their handles go to `taken`, by ascending level. */
  takeRises(target: number, price: number, taken: HandleBuffer): void {
    const end = this.#endOf(target);
    const limit = levelKey(price + 1, 0);
    let at = end - this.#at(target, 2);
    for (; at < end && this.#key(at) < limit; at += 1) taken.push(handleOf(this.#key(at)));
    this.#blocks[target * 4 + 2] = end - at;
  }

  /** @param fresh ascending keys */
  insertFalls(target: number, fresh: Float64Array): void {
    this.#makeRoom(target, fresh.length);
    const keys = this.#keys;
    const start = this.#at(target, 0);
    let from = start + this.#at(target, 1);
    let to = from + fresh.length;
    this.#blocks[target * 4 + 1] = to - start;
    for (let next = fresh.length - 1; next >= 0; next -= 1) {
      const key = fresh[next] ?? 0;
      if (from - longRun >= start && (keys[from - longRun] ?? 0) > key) {
        const run = from - firstAbove(keys, start, from - longRun, key);
        keys.copyWithin(to - run, from - run, from);
        from -= run;
        to -= run;
      }
      while (from > start && (keys[from - 1] ?? 0) > key) keys[--to] = keys[--from] ?? 0;
      keys[--to] = key;
    }
  }

  /** @param fresh ascending keys */
  insertRises(target: number, fresh: Float64Array): void {
    this.#makeRoom(target, fresh.length);
    const keys = this.#keys;
    const end = this.#endOf(target);
    let from = end - this.#at(target, 2);
    let to = from - fresh.length;
    this.#blocks[target * 4 + 2] = end - to;
    for (let next = 0; next < fresh.length; next += 1) {
      const key = fresh[next] ?? 0;
      if (from + longRun < end && (keys[from + longRun] ?? 0) < key) {
        const run = firstAbove(keys, from + longRun, end, key) - from;
        keys.copyWithin(to, from, from + run);
        from += run;
        to += run;
      }
      while (from < end && (keys[from] ?? 0) < key) keys[to++] = keys[from++] ?? 0;
      keys[to++] = key;
    }
  }

  /** @param gone ascending keys, all of them there */
  removeFalls(target: number, gone: Float64Array): void {
    const keys = this.#keys;
    const start = this.#at(target, 0);
    const end = start + this.#at(target, 1);
    let to = firstAbove(keys, start, end, gone[0] ?? 0) - 1;
    let next = 0;
    for (let from = to; from < end; from += 1) {
      if (this.#key(from) === gone[next]) next += 1;
      else keys[to++] = this.#key(from);
    }
    this.#blocks[target * 4 + 1] = to - start;
    if (next !== gone.length) throw new RangeError('a fall level was not there');
  }

  /** @param gone ascending keys, all of them there */
  removeRises(target: number, gone: Float64Array): void {
    const keys = this.#keys;
    const end = this.#endOf(target);
    const start = end - this.#at(target, 2);
    let next = gone.length - 1;
    let to = firstAbove(keys, start, end, gone[next] ?? 0);
    for (let from = to - 1; from >= start; from -= 1) {
      if (this.#key(from) === gone[next]) next -= 1;
      else keys[--to] = this.#key(from);
    }
    this.#blocks[target * 4 + 2] = end - to;
    if (next !== -1) throw new RangeError('a rise level was not there');
  }

  get bytes(): number {
    return this.#keys.byteLength + this.#blocks.byteLength;
  }

  #at(target: number, field: number): number {
    return this.#blocks[target * 4 + field] ?? 0;
  }

  #endOf(target: number): number {
    return this.#at(target, 0) + this.#at(target, 3);
  }

  #key(at: number): number {
    return this.#keys[at] ?? 0;
  }

  #makeRoom(target: number, extra: number): void {
    if (target * 4 >= this.#blocks.length) {
      const grown = new Int32Array((target + 16 + (target >> 3)) * 4);
      grown.set(this.#blocks);
      this.#blocks = grown;
    }
    const needed = this.#at(target, 1) + this.#at(target, 2) + extra;
    if (needed <= this.#at(target, 3)) return;
    const capacity = needed + (needed >> 3);
    if (this.#end + capacity > this.#keys.length) this.#pack(capacity);
    this.#place(target, this.#keys, { at: this.#end, capacity });
    this.#end += capacity;
  }

  /** Moves every block into a new array, tightly; a tenth stays free so that packing is rare. */
  #pack(extra: number): void {
    const old = this.#keys;
    const slack = (levels: number) => levels + (levels >> 4);
    let live = 0;
    for (let target = 0; target * 4 < this.#blocks.length; target += 1) {
      live += slack(this.#at(target, 1) + this.#at(target, 2));
    }
    const packed = new Float64Array(live + (live >> 3) + extra + 256);
    this.#end = 0;
    for (let target = 0; target * 4 < this.#blocks.length; target += 1) {
      const capacity = slack(this.#at(target, 1) + this.#at(target, 2));
      if (capacity > 0) this.#place(target, packed, { at: this.#end, capacity }, old);
      else this.#blocks.fill(0, target * 4, target * 4 + 4);
      this.#end += capacity;
    }
    this.#keys = packed;
  }

  #place(
    target: number,
    into: Float64Array,
    { at, capacity }: { at: number; capacity: number },
    from = this.#keys,
  ): void {
    const start = this.#at(target, 0);
    const end = this.#endOf(target);
    const rises = this.#at(target, 2);
    copyRun(from, start, start + this.#at(target, 1), into, at);
    copyRun(from, end - rises, end, into, at + capacity - rises);
    this.#blocks[target * 4] = at;
    this.#blocks[target * 4 + 3] = capacity;
  }
}

function copyRun(
  from: Float64Array,
  start: number,
  end: number,
  into: Float64Array,
  at: number,
): void {
  if (end - start > longRun) into.set(from.subarray(start, end), at);
  else for (let index = start; index < end; index += 1) into[at + index - start] = from[index] ?? 0;
}

/** First position of [from, to) with a key above this one; `to` when there is none. */
function firstAbove(keys: Float64Array, from: number, to: number, key: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? 0) <= key) low = middle + 1;
    else high = middle;
  }
  return low;
}
