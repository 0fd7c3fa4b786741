/**
 * Rule and state of every threshold, in typed arrays indexed by handle: 8 bytes of rule and price plus three
 * counters, where an object takes a hundred.
 */
import type { ThresholdState } from '#domain/crossing.ts';
import { type Condition, conditions, type ThresholdRule } from '#domain/threshold.ts';
import { grownCapacity } from './grown-capacity.ts';
import {
  bandBpOf,
  conditionCodes,
  conditionOf,
  hasPriceValue,
  isArmed,
  packRule,
  ruleValueOf,
} from './packed-rule.ts';
import { WideningUintArray } from './widening-uint-array.ts';

/** Handles stay below this, so that a level and a handle fit one exact number (see level-gap-buffer.ts). */
export const maxHandles = 2 ** 23;

export class ThresholdTable {
  /** Pairs: the packed rule, and a price (the value of `below` and `above`, else the base; 0 = none). */
  #words = new Int32Array(0);
  readonly #episodes = new WideningUintArray();
  readonly #versions = new WideningUintArray();
  readonly #targets = new WideningUintArray();
  readonly #free: number[] = [];
  #used = 0;

  /** @throws RangeError beyond `maxHandles` thresholds */
  add(
    rule: ThresholdRule,
    state: ThresholdState,
    { version, target }: { version: number; target: number },
  ): number {
    const handle = this.#free.pop() ?? this.#next();
    const isPriced = hasPriceValue(conditionCodes[rule.condition]);
    this.#words[handle * 2] = packRule(rule, state.armed);
    this.#words[handle * 2 + 1] = isPriced ? rule.value : (state.base ?? 0);
    this.#episodes.set(handle, state.episode);
    this.#versions.set(handle, version);
    this.#targets.set(handle, target);
    return handle;
  }

  /** Its target stays readable until the handle is used again. */
  remove(handle: number): void {
    this.#free.push(handle);
  }

  /** Handles of the thresholds on these targets. */
  handlesOf(targets: ReadonlySet<number>): number[] {
    const free = new Set(this.#free);
    const found: number[] = [];
    for (let handle = 0; handle < this.#used; handle += 1) {
      if (targets.has(this.target(handle)) && !free.has(handle)) found.push(handle);
    }
    return found;
  }

  /** The packed rule, armed bit included (see packed-rule.ts). */
  word(handle: number): number {
    return this.#words[handle * 2] ?? 0;
  }

  setWord(handle: number, word: number): void {
    this.#words[handle * 2] = word;
  }

  /** In cents: the value of `below` and `above`; the base of the others, 0 = none yet. */
  price(handle: number): number {
    return this.#words[handle * 2 + 1] ?? 0;
  }

  setBase(handle: number, cents: number): void {
    this.#words[handle * 2 + 1] = cents;
  }

  incrementEpisode(handle: number): void {
    this.#episodes.set(handle, this.#episodes.get(handle) + 1);
  }

  version(handle: number): number {
    return this.#versions.get(handle);
  }

  target(handle: number): number {
    return this.#targets.get(handle);
  }

  /** The rule as passed to `add`, without its target. */
  rule(handle: number): Omit<ThresholdRule, 'target'> {
    const word = this.word(handle);
    const value = hasPriceValue(conditionOf(word)) ? this.price(handle) : ruleValueOf(word);
    return { condition: conditionBy(conditionOf(word)), value, bandBp: bandBpOf(word) };
  }

  /** The state in the form the database stores. */
  state(handle: number): ThresholdState {
    const word = this.word(handle);
    const hasBase = !hasPriceValue(conditionOf(word)) && this.price(handle) > 0;
    return {
      armed: isArmed(word),
      base: hasBase ? this.price(handle) : null,
      episode: this.#episodes.get(handle),
    };
  }

  get bytes(): number {
    const columns = [this.#episodes, this.#versions, this.#targets];
    return columns.reduce((sum, column) => sum + column.bytes, this.#words.byteLength);
  }

  #next(): number {
    const handle = this.#used;
    if (handle === maxHandles) throw new RangeError(`more than ${maxHandles} thresholds`);
    this.#used += 1;
    if (handle * 2 >= this.#words.length) this.#resize(grownCapacity(handle + 1));
    return handle;
  }

  #resize(length: number): void {
    const grown = new Int32Array(length * 2);
    grown.set(this.#words);
    this.#words = grown;
    for (const column of [this.#episodes, this.#versions, this.#targets]) column.resize(length);
  }
}

function conditionBy(code: number): Condition {
  const condition = conditions.find((name) => conditionCodes[name] === code);
  if (condition === undefined) throw new RangeError(`no condition ${code}`);
  return condition;
}
