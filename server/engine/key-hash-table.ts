/**
 * Each handle's key, the caller's number for it, and the handle of each key: open addressing in typed arrays, 10 bytes
 * a key where a Map and an array take 45.
 */

import { grownCapacity } from './grown-capacity.ts';
import { WideningUintArray } from './widening-uint-array.ts';

/** 2³² divided by the golden ratio: keys that follow each other land far apart. */
const spread = 0x9e3779b1;
const perHash = 1 / 2 ** 32;

export class KeyHashTable {
  /** How many keys there are. */
  size = 0;
  /** By handle. */
  readonly #keys = new WideningUintArray();
  /** A handle plus one in the first free place from where its key belongs; 0 = free. */
  #places = new Int32Array(16);

  keyOf(handle: number): number {
    return this.#keys.get(handle);
  }

  /** @returns -1 for an unknown key */
  handleOf(key: number): number {
    return (this.#places[this.#find(key)] ?? 0) - 1;
  }

  /** @param key whole, not negative and not there yet */
  add(key: number, handle: number): void {
    if ((this.size + 1) * 6 > this.#places.length * 5) this.#grow();
    if (handle >= this.#keys.length) this.#keys.resize(grownCapacity(handle + 1));
    this.#keys.set(handle, key);
    this.#places[this.#find(key)] = handle + 1;
    this.size += 1;
  }

  /** @param key one that is there */
  delete(key: number): void {
    const places = this.#places;
    const { length } = places;
    let free = this.#find(key);
    // Those behind it that did not find their place free move up, so that no search stops too early.
    for (let at = next(free, length); places[at] !== 0; at = next(at, length)) {
      const home = this.#home(this.keyOf((places[at] ?? 0) - 1));
      if (distance(home, at, length) < distance(free, at, length)) continue;
      places[free] = places[at] ?? 0;
      free = at;
    }
    places[free] = 0;
    this.size -= 1;
  }

  get bytes(): number {
    return this.#keys.bytes + this.#places.byteLength;
  }

  /** Where the key is, or the free place where it would be. */
  #find(key: number): number {
    const places = this.#places;
    for (let at = this.#home(key); ; at = next(at, places.length)) {
      const handle = (places[at] ?? 0) - 1;
      if (handle === -1 || this.keyOf(handle) === key) return at;
    }
  }

  #home(key: number): number {
    return Math.floor((Math.imul(key, spread) >>> 0) * perHash * this.#places.length);
  }

  #grow(): void {
    const old = this.#places;
    this.#places = new Int32Array(old.length + (old.length >> 2));
    for (const place of old) {
      if (place > 0) this.#places[this.#find(this.keyOf(place - 1))] = place;
    }
  }
}

const next = (at: number, length: number): number => (at + 1 === length ? 0 : at + 1);

/** How many steps from one place on to the other. */
const distance = (from: number, to: number, length: number): number =>
  to >= from ? to - from : to - from + length;
