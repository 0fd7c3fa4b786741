/**
 * Blocks of levels that thresholds wait for, sorted, each around a gap where its price is:
 *
 *     [ fall levels, ascending → ]   gap   [ rise levels, ascending → ]
 *
 * The levels nearest to the price face the gap, so a moving price takes them from the inner ends, and a
 * threshold that turned goes from one side to the other within the same block. All blocks share one array;
 * one that outgrows its place moves to the end, and when the array is full it is packed anew.
 */
import type { HandleBuffer } from './handle-buffer.ts';
import type { KeyBuffer } from './key-buffer.ts';
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
  /** Four numbers each: start, fall levels, rise levels, capacity. */
  #blocks = new Int32Array(0);

  /** Forgets a block's levels. Blocks are small numbers their owner reuses. */
  clear(block: number): void {
    this.#blocks.fill(0, block * 4, block * 4 + 4);
  }

  highestFall(block: number): number {
    const falls = this.#at(block, 1);
    if (falls === 0) return neverFalls;
    return levelOf(this.#key(this.#at(block, 0) + falls - 1));
  }

  lowestRise(block: number): number {
    const rises = this.#at(block, 2);
    return rises === 0 ? neverRises : levelOf(this.#key(this.#endOf(block) - rises));
  }

  /** Takes out every fall level at or above the price; their handles go to `taken`, by ascending level. */
  takeFalls(block: number, price: number, taken: HandleBuffer): void {
    const keys = this.#keys;
    const start = this.#at(block, 0);
    const end = start + this.#at(block, 1);
    const limit = levelKey(price, 0);
    let from = end;
    while (from > start && (keys[from - 1] ?? 0) >= limit) from -= 1;
    for (let at = from; at < end; at += 1) taken.push(handleOf(keys[at] ?? 0));
    this.#blocks[block * 4 + 1] = from - start;
  }

  /** Takes out every rise level at or below the price; their handles go to `taken`, by ascending level. */
  takeRises(block: number, price: number, taken: HandleBuffer): void {
    const keys = this.#keys;
    const end = this.#endOf(block);
    const limit = levelKey(price + 1, 0);
    let at = end - this.#at(block, 2);
    for (; at < end && (keys[at] ?? 0) < limit; at += 1) taken.push(handleOf(keys[at] ?? 0));
    this.#blocks[block * 4 + 2] = end - at;
  }

  /** @param fresh sorted */
  insertFalls(block: number, fresh: KeyBuffer): void {
    this.#makeRoom(block, fresh.length);
    const keys = this.#keys;
    const start = this.#at(block, 0);
    let from = start + this.#at(block, 1);
    let to = from + fresh.length;
    this.#blocks[block * 4 + 1] = to - start;
    for (let next = fresh.length - 1; next >= 0; next -= 1) {
      const key = fresh.at(next);
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

  /** @param fresh sorted */
  insertRises(block: number, fresh: KeyBuffer): void {
    this.#makeRoom(block, fresh.length);
    const keys = this.#keys;
    const end = this.#endOf(block);
    let from = end - this.#at(block, 2);
    let to = from - fresh.length;
    this.#blocks[block * 4 + 2] = end - to;
    for (let next = 0; next < fresh.length; next += 1) {
      const key = fresh.at(next);
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

  /** @param gone sorted, all of them there */
  removeFalls(block: number, gone: KeyBuffer): void {
    const keys = this.#keys;
    const start = this.#at(block, 0);
    const end = start + this.#at(block, 1);
    let to = firstAbove(keys, start, end, gone.at(0)) - 1;
    let next = 0;
    for (let from = to; from < end; from += 1) {
      if (this.#key(from) === gone.at(next)) next += 1;
      else keys[to++] = this.#key(from);
    }
    this.#blocks[block * 4 + 1] = to - start;
    if (next !== gone.length) throw new RangeError('a fall level was not there');
  }

  /** @param gone sorted, all of them there */
  removeRises(block: number, gone: KeyBuffer): void {
    const keys = this.#keys;
    const end = this.#endOf(block);
    const start = end - this.#at(block, 2);
    let next = gone.length - 1;
    let to = firstAbove(keys, start, end, gone.at(next));
    for (let from = to - 1; from >= start; from -= 1) {
      if (this.#key(from) === gone.at(next)) next -= 1;
      else keys[--to] = this.#key(from);
    }
    this.#blocks[block * 4 + 2] = end - to;
    if (next !== -1) throw new RangeError('a rise level was not there');
  }

  get bytes(): number {
    return this.#keys.byteLength + this.#blocks.byteLength;
  }

  #at(block: number, field: number): number {
    return this.#blocks[block * 4 + field] ?? 0;
  }

  #endOf(block: number): number {
    return this.#at(block, 0) + this.#at(block, 3);
  }

  #key(at: number): number {
    return this.#keys[at] ?? 0;
  }

  #makeRoom(block: number, extra: number): void {
    if (block * 4 >= this.#blocks.length) {
      const grown = new Int32Array((block + 16 + (block >> 3)) * 4);
      grown.set(this.#blocks);
      this.#blocks = grown;
    }
    const needed = this.#at(block, 1) + this.#at(block, 2) + extra;
    if (needed <= this.#at(block, 3)) return;
    const capacity = needed + (needed >> 3);
    if (this.#end + capacity > this.#keys.length) this.#pack(capacity);
    this.#place(block, this.#keys, { at: this.#end, capacity });
    this.#end += capacity;
  }

  /** Moves every block into a new array, tightly; a tenth stays free so that packing is rare. */
  #pack(extra: number): void {
    const old = this.#keys;
    const slack = (levels: number) => levels + (levels >> 4);
    let live = 0;
    for (let block = 0; block * 4 < this.#blocks.length; block += 1) {
      live += slack(this.#at(block, 1) + this.#at(block, 2));
    }
    const packed = new Float64Array(live + (live >> 3) + extra + 256);
    this.#end = 0;
    for (let block = 0; block * 4 < this.#blocks.length; block += 1) {
      const capacity = slack(this.#at(block, 1) + this.#at(block, 2));
      if (capacity > 0) this.#place(block, packed, { at: this.#end, capacity }, old);
      else this.#blocks.fill(0, block * 4, block * 4 + 4);
      this.#end += capacity;
    }
    this.#keys = packed;
  }

  #place(
    block: number,
    into: Float64Array,
    { at, capacity }: { at: number; capacity: number },
    from = this.#keys,
  ): void {
    const start = this.#at(block, 0);
    const end = this.#endOf(block);
    const rises = this.#at(block, 2);
    copyRun(from, start, start + this.#at(block, 1), into, at);
    copyRun(from, end - rises, end, into, at + capacity - rises);
    this.#blocks[block * 4] = at;
    this.#blocks[block * 4 + 3] = capacity;
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
