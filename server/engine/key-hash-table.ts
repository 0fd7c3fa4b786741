/**
 * Two-way map between keys (the caller's numbers) and handles: an open-addressing hash table in typed arrays, 10 bytes
 * a key where a Map and an array take 45.
 */

import { grownCapacity } from './grown-capacity.ts';
import { WideningUintArray } from './widening-uint-array.ts';

/** Fibonacci hashing: 2³² divided by the golden ratio spreads consecutive keys. */
const hashMultiplier = 0x9e3779b1;
const perHash = 1 / 2 ** 32;

export class KeyHashTable {
  /** Number of keys. */
  size = 0;
  /** By handle. */
  readonly #keys = new WideningUintArray();
  /** Linear probing: handle plus one, in the first free slot from the key's home on; 0 = free. */
  #slots = new Int32Array(16);

  keyOf(handle: number): number {
    return this.#keys.get(handle);
  }

  /** @returns -1 for an unknown key */
  handleOf(key: number): number {
    return (this.#slots[this.#find(key)] ?? 0) - 1;
  }

  /** @param key a non-negative integer that is not in the table yet */
  add(key: number, handle: number): void {
    if ((this.size + 1) * 6 > this.#slots.length * 5) this.#grow();
    if (handle >= this.#keys.length) this.#keys.resize(grownCapacity(handle + 1));
    this.#keys.set(handle, key);
    this.#slots[this.#find(key)] = handle + 1;
    this.size += 1;
  }

  /** @param key one that is in the table */
  delete(key: number): void {
    const slots = this.#slots;
    const { length } = slots;
    let free = this.#find(key);
    // Backward-shift deletion: displaced keys behind it move up, so that no search stops too early.
    for (let slot = next(free, length); slots[slot] !== 0; slot = next(slot, length)) {
      const home = this.#home(this.keyOf((slots[slot] ?? 0) - 1));
      if (distance(home, slot, length) < distance(free, slot, length)) continue;
      slots[free] = slots[slot] ?? 0;
      free = slot;
    }
    slots[free] = 0;
    this.size -= 1;
  }

  get bytes(): number {
    return this.#keys.bytes + this.#slots.byteLength;
  }

  /** Slot of the key, or the free slot where it would go. */
  #find(key: number): number {
    const slots = this.#slots;
    for (let slot = this.#home(key); ; slot = next(slot, slots.length)) {
      const handle = (slots[slot] ?? 0) - 1;
      if (handle === -1 || this.keyOf(handle) === key) return slot;
    }
  }

  #home(key: number): number {
    return Math.floor((Math.imul(key, hashMultiplier) >>> 0) * perHash * this.#slots.length);
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length + (old.length >> 2));
    for (const entry of old) {
      if (entry > 0) this.#slots[this.#find(this.keyOf(entry - 1))] = entry;
    }
  }
}

const next = (slot: number, length: number): number => (slot + 1 === length ? 0 : slot + 1);

/** Steps forward from one slot to another, around the end. */
const distance = (from: number, to: number, length: number): number =>
  to >= from ? to - from : to - from + length;
