/**
 * Every threshold's rule and state under a small number, its handle, in typed arrays: 8 bytes of rule and
 * price plus three counters, where an object takes a hundred.
 */
import type { ThresholdState } from '#domain/crossing.ts';
import type { Condition, ThresholdRule } from '#domain/threshold.ts';
import { WideningColumn } from './widening-column.ts';

/** Handles stay below this, so that a level and a handle fit one exact number (see price-gap.ts). */
export const maxHandles = 2 ** 23;

/** A condition as the table keeps it. */
export const conditionCodes = { below: 0, above: 1, change: 2, low: 3 } as const satisfies Record<
  Condition,
  number
>;

/** The rule's word: condition in two bits, armed in one, then the parameter the condition needs. */
const armedBit = 4;
const parameterShift = 3;
/** `low` has two parameters: the band in thirteen bits, then the days. */
const daysShift = 16;
const bandMask = 0x1fff;

export class ThresholdTable {
  /** Pairs: the rule's word, and a price (the line of `below` and `above`, else the base; 0 = none). */
  #words = new Int32Array(0);
  readonly #episodes = new WideningColumn();
  readonly #versions = new WideningColumn();
  readonly #targets = new WideningColumn();
  readonly #free: number[] = [];
  #used = 0;

  add(
    { condition, value, bandBp }: ThresholdRule,
    state: ThresholdState,
    { version, target }: { version: number; target: number },
  ): number {
    const handle = this.#free.pop() ?? this.#next();
    const isLine = condition === 'below' || condition === 'above';
    let parameter = bandBp;
    if (condition === 'change') parameter = value;
    if (condition === 'low') parameter = bandBp | (value << (daysShift - parameterShift));
    this.#words[handle * 2] =
      conditionCodes[condition] | (state.armed ? armedBit : 0) | (parameter << parameterShift);
    this.#words[handle * 2 + 1] = isLine ? value : (state.base ?? 0);
    this.#episodes.set(handle, state.episode);
    this.#versions.set(handle, version);
    this.#targets.set(handle, target);
    return handle;
  }

  remove(handle: number): void {
    this.#free.push(handle);
  }

  condition(handle: number): number {
    return this.#word(handle) & 3;
  }

  isArmed(handle: number): boolean {
    return (this.#word(handle) & armedBit) !== 0;
  }

  setArmed(handle: number, armed: boolean): void {
    const word = this.#word(handle);
    this.#words[handle * 2] = armed ? word | armedBit : word & ~armedBit;
  }

  /** Basis points of `change`. */
  changeBp(handle: number): number {
    return this.#word(handle) >>> parameterShift;
  }

  bandBp(handle: number): number {
    return (this.#word(handle) >>> parameterShift) & bandMask;
  }

  /** Window of `low`. */
  days(handle: number): number {
    return this.#word(handle) >>> daysShift;
  }

  /** The line of `below` and `above`; the base of the others, 0 = none yet. */
  price(handle: number): number {
    return this.#words[handle * 2 + 1] ?? 0;
  }

  setBase(handle: number, cents: number): void {
    this.#words[handle * 2 + 1] = cents;
  }

  countEpisode(handle: number): void {
    this.#episodes.set(handle, this.#episodes.get(handle) + 1);
  }

  version(handle: number): number {
    return this.#versions.get(handle);
  }

  target(handle: number): number {
    return this.#targets.get(handle);
  }

  /** The state as it is stored. */
  state(handle: number): ThresholdState {
    const hasBase = this.condition(handle) >= conditionCodes.change && this.price(handle) > 0;
    return {
      armed: this.isArmed(handle),
      base: hasBase ? this.price(handle) : null,
      episode: this.#episodes.get(handle),
    };
  }

  get bytes(): number {
    const columns = [this.#episodes, this.#versions, this.#targets];
    return columns.reduce((sum, column) => sum + column.bytes, this.#words.byteLength);
  }

  #word(handle: number): number {
    return this.#words[handle * 2] ?? 0;
  }

  #next(): number {
    const handle = this.#used;
    if (handle === maxHandles) throw new RangeError(`more than ${maxHandles} thresholds`);
    this.#used += 1;
    if (handle * 2 >= this.#words.length) this.#resize(handle + 1 + (handle >> 4) + 64);
    return handle;
  }

  #resize(length: number): void {
    const grown = new Int32Array(length * 2);
    grown.set(this.#words);
    this.#words = grown;
    for (const column of [this.#episodes, this.#versions, this.#targets]) column.resize(length);
  }
}
