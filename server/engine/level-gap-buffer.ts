/**
 * Blocks of levels that thresholds wait for, sorted, each around a gap where its price is:
 *
 *     [ fall levels, ascending → ]   gap   [ rise levels, ascending → ]
 *
 * The levels nearest to the price face the gap, so a moving price takes them from the inner ends, and a
 * threshold that turned goes from one side to the other within the same block. All blocks share one array, each even
 * one followed by the odd one after it; a pair that outgrows its place moves to the end, and when the array is full it
 * is packed anew.
 */

import { grownCapacity } from './grown-capacity.ts';
import type { Int32List } from './int32-list.ts';
import type { SortedKeyList } from './sorted-key-list.ts';
import { maxHandles } from './threshold-table.ts';
import { neverFalls, neverRises } from './trigger-levels.ts';
import { WideningUintArray } from './widening-uint-array.ts';

/** A level and a handle as one number that sorts by level, then handle; exact below 2^53. */
export const levelKey = (level: number, handle: number): number => level * maxHandles + handle;

// A power of two, so multiplying is exact, and faster than dividing.
const perHandle = 1 / maxHandles;
const levelOf = (key: number): number => Math.floor(key * perHandle);
const handleOf = (key: number): number => key - levelOf(key) * maxHandles;

/**
 * What is known of a block, in cells of two bytes as long as it is not crowded: half a pair's start among them, low half
 * first, so that a pair takes sixteen bytes and never lies across two lines of the processor's cache.
 */
const fallCount = 0;
const riseCount = 1;
const capacityOf = 2;
const halfOfStart = 3;
const cellsEach = 4;
const perCell = 2 ** 16;

/** From here on moving a run of levels at once beats moving them one by one. */
const longRun = 96;

export class LevelGapBuffer {
  #keys = new Float64Array(0);
  #end = 0;
  readonly #blocks = new WideningUintArray();

  /** Forgets a block's levels. Blocks are small numbers their owner reuses. */
  clear(block: number): void {
    this.#set(block, fallCount, 0);
    this.#set(block, riseCount, 0);
  }

  highestFall(block: number): number {
    const falls = this.#at(block, fallCount);
    if (falls === 0) return neverFalls;
    return levelOf(this.#key(this.#start(block) + falls - 1));
  }

  lowestRise(block: number): number {
    const rises = this.#at(block, riseCount);
    return rises === 0 ? neverRises : levelOf(this.#key(this.#endOf(block) - rises));
  }

  /** Takes out every fall level at or above the price; their handles go to `taken`, by ascending level. */
  popFalls(block: number, price: number, taken: Int32List): void {
    const keys = this.#keys;
    const start = this.#start(block);
    const end = start + this.#at(block, fallCount);
    const limit = levelKey(price, 0);
    let from = end;
    while (from > start && (keys[from - 1] ?? 0) >= limit) from -= 1;
    for (let at = from; at < end; at += 1) taken.push(handleOf(keys[at] ?? 0));
    this.#set(block, fallCount, from - start);
  }

  /** Takes out every rise level at or below the price; their handles go to `taken`, by ascending level. */
  popRises(block: number, price: number, taken: Int32List): void {
    const keys = this.#keys;
    const end = this.#endOf(block);
    const limit = levelKey(price + 1, 0);
    let at = end - this.#at(block, riseCount);
    for (; at < end && (keys[at] ?? 0) < limit; at += 1) taken.push(handleOf(keys[at] ?? 0));
    this.#set(block, riseCount, end - at);
  }

  /** @param fresh sorted */
  insertFalls(block: number, fresh: SortedKeyList): void {
    this.#makeRoom(block, fresh.length);
    const keys = this.#keys;
    const start = this.#start(block);
    let from = start + this.#at(block, fallCount);
    let to = from + fresh.length;
    this.#set(block, fallCount, to - start);
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
  insertRises(block: number, fresh: SortedKeyList): void {
    this.#makeRoom(block, fresh.length);
    const keys = this.#keys;
    const end = this.#endOf(block);
    let from = end - this.#at(block, riseCount);
    let to = from - fresh.length;
    this.#set(block, riseCount, end - to);
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
  removeFalls(block: number, gone: SortedKeyList): void {
    const keys = this.#keys;
    const start = this.#start(block);
    const end = start + this.#at(block, fallCount);
    let to = firstAbove(keys, start, end, gone.at(0)) - 1;
    let next = 0;
    for (let from = to; from < end; from += 1) {
      if (next < gone.length && this.#key(from) === gone.at(next)) next += 1;
      else keys[to++] = this.#key(from);
    }
    this.#set(block, fallCount, to - start);
    if (next !== gone.length) throw new RangeError('a fall level was not there');
  }

  /** @param gone sorted, all of them there */
  removeRises(block: number, gone: SortedKeyList): void {
    const keys = this.#keys;
    const end = this.#endOf(block);
    const start = end - this.#at(block, riseCount);
    let next = gone.length - 1;
    let to = firstAbove(keys, start, end, gone.at(next));
    for (let from = to - 1; from >= start; from -= 1) {
      if (next >= 0 && this.#key(from) === gone.at(next)) next -= 1;
      else keys[--to] = this.#key(from);
    }
    this.#set(block, riseCount, end - to);
    if (next !== -1) throw new RangeError('a rise level was not there');
  }

  get bytes(): number {
    return this.#keys.byteLength + this.#blocks.bytes;
  }

  #at(block: number, field: number): number {
    return this.#blocks.get(block * cellsEach + field);
  }

  #set(block: number, field: number, value: number): void {
    this.#blocks.set(block * cellsEach + field, value);
  }

  #start(block: number): number {
    const pair = firstOf(block);
    const start = this.#at(pair, halfOfStart) + this.#at(pair + 1, halfOfStart) * perCell;
    return block === pair ? start : start + this.#at(pair, capacityOf);
  }

  #endOf(block: number): number {
    return this.#start(block) + this.#at(block, capacityOf);
  }

  #key(at: number): number {
    return this.#keys[at] ?? 0;
  }

  #makeRoom(block: number, extra: number): void {
    if (block * cellsEach >= this.#blocks.length) {
      this.#blocks.resize(firstOf(grownCapacity(block + 2)) * cellsEach);
    }
    const needed = this.#levels(block) + extra;
    if (needed <= this.#at(block, capacityOf)) return;
    const own = needed + (needed >> 3);
    const capacity = own + this.#at(block ^ 1, capacityOf);
    if (this.#end + capacity > this.#keys.length) {
      this.#pack(block, own);
      return;
    }
    const pair = firstOf(block);
    const first = block === pair ? own : this.#at(pair, capacityOf);
    this.#place(pair, this.#keys, { at: this.#end, first, second: capacity - first });
    this.#end += capacity;
  }

  /**
   * Moves every block into a new array, tightly; an eighth stays free so that packing is rare.
   * @param crowded the block that is in need of room, and of how much
   */
  #pack(crowded: number, needed: number): void {
    const old = this.#keys;
    const room = (block: number) => {
      const levels = this.#levels(block);
      return block === crowded ? needed : levels + (levels >> 4);
    };
    const blocks = this.#blocks.length / cellsEach;
    let live = 0;
    for (let block = 0; block < blocks; block += 1) live += room(block);
    const packed = new Float64Array(live + (live >> 3) + 256);
    this.#end = 0;
    for (let pair = 0; pair < blocks; pair += 2) {
      const [first, second] = [room(pair), room(pair + 1)];
      this.#place(pair, packed, { at: this.#end, first, second }, old);
      this.#end += first + second;
    }
    this.#keys = packed;
  }

  #levels(block: number): number {
    return this.#at(block, fallCount) + this.#at(block, riseCount);
  }

  #place(pair: number, into: Float64Array, room: PairRoom, from = this.#keys): void {
    const { at, first, second } = room;
    this.#copy(pair, from, into, { at, capacity: first });
    this.#copy(pair + 1, from, into, { at: at + first, capacity: second });
    this.#set(pair, capacityOf, first);
    this.#set(pair + 1, capacityOf, second);
    this.#set(pair, halfOfStart, at % perCell);
    this.#set(pair + 1, halfOfStart, Math.floor(at / perCell));
  }

  #copy(
    block: number,
    from: Float64Array,
    into: Float64Array,
    { at, capacity }: { at: number; capacity: number },
  ): void {
    const start = this.#start(block);
    const end = this.#endOf(block);
    const rises = this.#at(block, riseCount);
    copyRun(from, start, start + this.#at(block, fallCount), into, at);
    copyRun(from, end - rises, end, into, at + capacity - rises);
  }
}

/** Where a pair is to be, and how many levels each of its blocks may have there. */
interface PairRoom {
  readonly at: number;
  readonly first: number;
  readonly second: number;
}

const firstOf = (block: number): number => block & ~1;

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
