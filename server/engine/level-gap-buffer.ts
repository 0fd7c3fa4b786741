/**
 * Gap buffers of sorted trigger levels, one block per buffer, with the gap at the current price:
 *
 *     [ fall levels, ascending → ]   gap   [ rise levels, ascending → ]
 *
 * The levels nearest to the price face the gap, so a moving price pops them from the inner ends, and a triggered
 * threshold moves to the other side within the same block. All blocks share one array, each even one followed by the
 * odd one after it; a pair that outgrows its capacity moves to the end, and when the array is full it is repacked.
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
 * Fields of a block, in cells of two bytes as long as it is small. Each block of a pair has half of the pair's start, the
 * low half first, so that a pair takes sixteen bytes and never straddles two cache lines.
 */
const fallCount = 0;
const riseCount = 1;
const capacityOf = 2;
const halfOfStart = 3;
const cellsEach = 4;
const perCell = 2 ** 16;

/** From this length on, `copyWithin` beats moving levels one by one. */
const longRun = 96;

export class LevelGapBuffer {
  #keys = new Float64Array(0);
  #end = 0;
  readonly #blocks = new WideningUintArray();

  /** Removes all levels of a block. Blocks are small integers that the caller reuses. */
  clear(block: number): void {
    this.#set(block, fallCount, 0);
    this.#set(block, riseCount, 0);
  }

  highestFall(block: number): number {
    const falls = this.#field(block, fallCount);
    if (falls === 0) return neverFalls;
    return levelOf(this.#key(this.#start(block) + falls - 1));
  }

  lowestRise(block: number): number {
    const rises = this.#field(block, riseCount);
    return rises === 0 ? neverRises : levelOf(this.#key(this.#endOf(block) - rises));
  }

  /** Removes every fall level at or above the price; appends their handles to `popped`, by ascending level. */
  popFalls(block: number, price: number, popped: Int32List): void {
    const keys = this.#keys;
    const start = this.#start(block);
    const end = start + this.#field(block, fallCount);
    const limit = levelKey(price, 0);
    let from = end;
    while (from > start && (keys[from - 1] ?? 0) >= limit) from -= 1;
    for (let position = from; position < end; position += 1)
      popped.push(handleOf(keys[position] ?? 0));
    this.#set(block, fallCount, from - start);
  }

  /** Removes every rise level at or below the price; appends their handles to `popped`, by ascending level. */
  popRises(block: number, price: number, popped: Int32List): void {
    const keys = this.#keys;
    const end = this.#endOf(block);
    const limit = levelKey(price + 1, 0);
    let position = end - this.#field(block, riseCount);
    for (; position < end && (keys[position] ?? 0) < limit; position += 1)
      popped.push(handleOf(keys[position] ?? 0));
    this.#set(block, riseCount, end - position);
  }

  /** @param added sorted keys to add */
  insertFalls(block: number, added: SortedKeyList): void {
    this.#ensureCapacity(block, added.length);
    const keys = this.#keys;
    const start = this.#start(block);
    let from = start + this.#field(block, fallCount);
    let to = from + added.length;
    this.#set(block, fallCount, to - start);
    for (let next = added.length - 1; next >= 0; next -= 1) {
      const key = added.at(next);
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

  /** @param added sorted keys to add */
  insertRises(block: number, added: SortedKeyList): void {
    this.#ensureCapacity(block, added.length);
    const keys = this.#keys;
    const end = this.#endOf(block);
    let from = end - this.#field(block, riseCount);
    let to = from - added.length;
    this.#set(block, riseCount, end - to);
    for (let next = 0; next < added.length; next += 1) {
      const key = added.at(next);
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

  /**
   * @param removed sorted keys to remove
   * @throws RangeError when one of them is not in the block
   */
  removeFalls(block: number, removed: SortedKeyList): void {
    const keys = this.#keys;
    const start = this.#start(block);
    const end = start + this.#field(block, fallCount);
    let from = start;
    let to = start;
    for (let next = 0; next < removed.length; next += 1) {
      const found = lastAtMost(keys, from, end, removed.at(next));
      if (found < from || keys[found] !== removed.at(next))
        throw new RangeError('unknown fall level');
      to = moveDown(keys, from, found, to);
      from = found + 1;
    }
    this.#set(block, fallCount, moveDown(keys, from, end, to) - start);
  }

  /**
   * @param removed sorted keys to remove
   * @throws RangeError when one of them is not in the block
   */
  removeRises(block: number, removed: SortedKeyList): void {
    const keys = this.#keys;
    const end = this.#endOf(block);
    const start = end - this.#field(block, riseCount);
    let from = end;
    let to = end;
    for (let next = removed.length - 1; next >= 0; next -= 1) {
      const found = lastAtMost(keys, start, from, removed.at(next));
      if (found < start || keys[found] !== removed.at(next))
        throw new RangeError('unknown rise level');
      to = moveUp(keys, found + 1, from, to);
      from = found;
    }
    this.#set(block, riseCount, end - moveUp(keys, start, from, to));
  }

  get bytes(): number {
    return this.#keys.byteLength + this.#blocks.bytes;
  }

  #field(block: number, field: number): number {
    return this.#blocks.get(block * cellsEach + field);
  }

  #set(block: number, field: number, value: number): void {
    this.#blocks.set(block * cellsEach + field, value);
  }

  #start(block: number): number {
    const pair = firstOf(block);
    const start = this.#field(pair, halfOfStart) + this.#field(pair + 1, halfOfStart) * perCell;
    return block === pair ? start : start + this.#field(pair, capacityOf);
  }

  #endOf(block: number): number {
    return this.#start(block) + this.#field(block, capacityOf);
  }

  #key(position: number): number {
    return this.#keys[position] ?? 0;
  }

  #ensureCapacity(block: number, extra: number): void {
    if (block * cellsEach >= this.#blocks.length) {
      this.#blocks.resize(firstOf(grownCapacity(block + 2)) * cellsEach);
    }
    const needed = this.#levels(block) + extra;
    if (needed <= this.#field(block, capacityOf)) return;
    const own = needed + (needed >> 3);
    const capacity = own + this.#field(block ^ 1, capacityOf);
    if (this.#end + capacity > this.#keys.length) {
      this.#pack(block, own);
      return;
    }
    const pair = firstOf(block);
    const first = block === pair ? own : this.#field(pair, capacityOf);
    this.#place(pair, this.#keys, { start: this.#end, first, second: capacity - first });
    this.#end += capacity;
  }

  /**
   * Repacks every block into a new array; an eighth stays free so that this is rare.
   * @param fullBlock the block that outgrew its capacity
   * @param needed its new capacity, in levels
   */
  #pack(fullBlock: number, needed: number): void {
    const old = this.#keys;
    const capacity = (block: number) => {
      const levels = this.#levels(block);
      return block === fullBlock ? needed : levels + (levels >> 4);
    };
    const blocks = this.#blocks.length / cellsEach;
    let total = 0;
    for (let block = 0; block < blocks; block += 1) total += capacity(block);
    const packed = new Float64Array(total + (total >> 3) + 256);
    this.#end = 0;
    for (let pair = 0; pair < blocks; pair += 2) {
      const [first, second] = [capacity(pair), capacity(pair + 1)];
      this.#place(pair, packed, { start: this.#end, first, second }, old);
      this.#end += first + second;
    }
    this.#keys = packed;
  }

  #levels(block: number): number {
    return this.#field(block, fallCount) + this.#field(block, riseCount);
  }

  #place(pair: number, into: Float64Array, layout: PairLayout, from = this.#keys): void {
    const { start, first, second } = layout;
    this.#copy(pair, from, into, { position: start, capacity: first });
    this.#copy(pair + 1, from, into, { position: start + first, capacity: second });
    this.#set(pair, capacityOf, first);
    this.#set(pair + 1, capacityOf, second);
    this.#set(pair, halfOfStart, start % perCell);
    this.#set(pair + 1, halfOfStart, Math.floor(start / perCell));
  }

  #copy(
    block: number,
    from: Float64Array,
    into: Float64Array,
    { position, capacity }: { position: number; capacity: number },
  ): void {
    const start = this.#start(block);
    const end = this.#endOf(block);
    const rises = this.#field(block, riseCount);
    copyRun(from, start, start + this.#field(block, fallCount), into, position);
    copyRun(from, end - rises, end, into, position + capacity - rises);
  }
}

/** New start of a pair, and the capacities of its two blocks, in levels. */
interface PairLayout {
  readonly start: number;
  readonly first: number;
  readonly second: number;
}

const firstOf = (block: number): number => block & ~1;

function copyRun(
  from: Float64Array,
  start: number,
  end: number,
  into: Float64Array,
  position: number,
): void {
  if (end - start > longRun) into.set(from.subarray(start, end), position);
  else
    for (let index = start; index < end; index += 1)
      into[position + index - start] = from[index] ?? 0;
}

/** Moves [from, until) to a lower place. @returns where it ends there */
function moveDown(keys: Float64Array, from: number, until: number, to: number): number {
  const end = to + until - from;
  if (to === from) return end;
  if (until - from > longRun) keys.copyWithin(to, from, until);
  else for (let index = from; index < until; index += 1) keys[to + index - from] = keys[index] ?? 0;
  return end;
}

/** Moves [from, until) so that it ends at a higher place. @returns where it starts there */
function moveUp(keys: Float64Array, from: number, until: number, end: number): number {
  const to = end - (until - from);
  if (end === until) return to;
  if (until - from > longRun) keys.copyWithin(to, from, until);
  else
    for (let index = until - 1; index >= from; index -= 1)
      keys[to + index - from] = keys[index] ?? 0;
  return to;
}

const lastAtMost = (keys: Float64Array, from: number, to: number, key: number): number =>
  firstAbove(keys, from, to, key) - 1;

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
