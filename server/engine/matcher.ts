/**
 * Matches new prices against trigger levels. Everything is a number here: targets and thresholds by handle,
 * prices in cents (0 = none). While a price stays between the two fences of its target, the nearest trigger levels
 * below and above it, no state can change: the common tick costs two comparisons. Otherwise only the triggered
 * thresholds are touched; one that has fired is re-inserted on the other side of the price.
 */
import type { ThresholdState } from '#domain/crossing.ts';
import type { ThresholdRule } from '#domain/threshold.ts';
import { grownCapacity } from './grown-capacity.ts';
import { Int32List } from './int32-list.ts';
import { LevelGapBuffer, levelKey } from './level-gap-buffer.ts';
import { LowThresholdIndex } from './low-threshold-index.ts';
import { armedBit, conditionCodes, conditionOf, isArmed, ruleValueOf } from './packed-rule.ts';
import { SortedKeyList } from './sorted-key-list.ts';
import { ThresholdTable } from './threshold-table.ts';
import { fallLevel, neverFalls, neverRises, riseLevel } from './trigger-levels.ts';

const { below, change, low } = conditionCodes;

/** Whether a price is lower than every one the target had in the `days` days before `atMs` (epoch milliseconds). */
export type IsLowest = (target: number, price: number, atMs: number, days: number) => boolean;

export interface MatcherThreshold {
  readonly rule: ThresholdRule;
  readonly state: ThresholdState;
  readonly version: number;
  readonly target: number;
}

/** Which fences the price is at or beyond. */
interface Reached {
  readonly fall: boolean;
  readonly rise: boolean;
}

export class Matcher {
  readonly table = new ThresholdTable();
  /** Handles whose state changed in the last `move`: per block by ascending level, then armed `low`. */
  readonly changed = new Int32List();
  /** Parallel to `changed`: 1 = it fired, 0 = it re-armed or took its base. */
  readonly fired = new Int32List();
  /** Parallel to the part of `changed` in progress: the packed rules before the change. */
  readonly #words = new Int32List();
  /**
   * Two blocks per target: `below` and `low` in one, `above` and `change` in the other. With a single block,
   * re-inserting the thresholds that fired would shift all levels of the other kind.
   */
  readonly #gaps = new LevelGapBuffer();
  readonly #lows = new LowThresholdIndex();
  readonly #isLowest: IsLowest;
  /** Three numbers per target: price, fall fence, rise fence. */
  #fences = new Int32Array(0);
  readonly #removedFalls = new SortedKeyList();
  readonly #removedRises = new SortedKeyList();
  readonly #addedFalls = new SortedKeyList();
  readonly #addedRises = new SortedKeyList();
  readonly #freeTargets: number[] = [];
  #targets = 0;

  constructor(isLowest: IsLowest) {
    this.#isLowest = isLowest;
  }

  /** @returns the number of a new target without thresholds */
  openTarget(price: number): number {
    const target = this.#freeTargets.pop() ?? this.#targets++;
    if (target * 3 >= this.#fences.length) {
      const grown = new Int32Array(grownCapacity(target + 1) * 3);
      grown.set(this.#fences);
      this.#fences = grown;
    }
    this.#clear(target);
    this.setPrice(target, price);
    this.#updateFences(target);
    return target;
  }

  /** Its number may be reused for another target. */
  closeTarget(target: number): void {
    this.#clear(target);
    this.#freeTargets.push(target);
  }

  price(target: number): number {
    return this.#fences[target * 3] ?? 0;
  }

  /** Restart: sets the current price. Evaluates nothing. */
  setPrice(target: number, price: number): void {
    this.#fences[target * 3] = price;
  }

  /**
   * Adds thresholds in given states, evaluated from the next move on. Each block is merged once, however many are added.
   * @returns their handles, in the same order
   */
  add(added: readonly MatcherThreshold[]): number[] {
    const handles = added.map(({ rule, state, version, target }) =>
      this.table.add(rule, state, { version, target }),
    );
    for (const [block, ofBlock] of this.#byBlock(handles)) {
      const target = targetOf(block);
      for (const handle of ofBlock) this.#queueLevels(target, handle);
      this.#applyQueued(block);
      this.#updateFences(target);
    }
    return handles;
  }

  /** Each block is compacted once, however many are removed. */
  remove(handles: readonly number[]): void {
    for (const [block, ofBlock] of this.#byBlock(handles)) {
      const target = targetOf(block);
      const lows = new Set<number>();
      for (const handle of ofBlock) {
        this.#queueFallRemoval(handle);
        this.#queueRiseRemoval(handle);
        const word = this.table.word(handle);
        if (conditionOf(word) === low && isArmed(word)) lows.add(handle);
        this.table.remove(handle);
      }
      if (lows.size > 0) this.#lows.remove(target, lows);
      this.#applyQueued(block);
      this.#updateFences(target);
    }
  }

  /**
   * Applies a target's new price, 0 = none.
   * @param atMs when it was observed, epoch milliseconds of market time
   * @returns how many states changed; see `changed` and `fired`
   */
  move(target: number, price: number, atMs: number): number {
    return this.moveWithinFences(target, price) ? 0 : this.#cross(target, price, atMs);
  }

  /** Applies a target's new price if it is between the fences, where nothing triggers. @returns whether it is */
  moveWithinFences(target: number, price: number): boolean {
    const fences = this.#fences;
    const offset = target * 3;
    const isBetween = price > (fences[offset + 1] ?? 0) && price < (fences[offset + 2] ?? 0);
    if (isBetween) fences[offset] = price;
    return isBetween;
  }

  /** Bytes of all typed arrays. */
  get bytes(): number {
    return this.table.bytes + this.#gaps.bytes + this.#fences.byteLength;
  }

  #cross(target: number, price: number, atMs: number): number {
    const { changed, fired } = this;
    if (price === this.price(target)) return 0;
    this.setPrice(target, price);
    if (price === 0) return 0;
    changed.clear();
    fired.clear();
    const offset = target * 3;
    const reached = {
      fall: price <= (this.#fences[offset + 1] ?? 0),
      rise: price >= (this.#fences[offset + 2] ?? 0),
    };
    this.#triggerBelowBlock(target, price, atMs, reached);
    this.#triggerAboveBlock(target, price, reached);
    if (changed.length > 0) this.#updateFences(target);
    return changed.length;
  }

  #triggerBelowBlock(target: number, price: number, atMs: number, reached: Reached): void {
    const { changed } = this;
    const block = belowBlockOf(target);
    this.#popReached(block, price, reached);
    if (this.#lows.has(target)) {
      this.#lows.pop(target, (days) => this.#isLowest(target, price, atMs, days), changed);
    }
    if (changed.length === 0) return;
    this.#readWords(0);
    for (let index = 0; index < changed.length; index += 1) {
      const handle = changed.at(index);
      const word = this.#words.at(index);
      if (conditionOf(word) === below) this.#togglePriced(handle, word);
      else this.#toggleBased(target, handle, word, price);
    }
    this.#applyQueued(block);
  }

  #triggerAboveBlock(target: number, price: number, reached: Reached): void {
    const { changed } = this;
    const block = aboveBlockOf(target);
    const first = changed.length;
    const fallen = this.#popReached(block, price, reached);
    if (changed.length === first) return;
    this.#readWords(first);
    for (let index = first; index < changed.length; index += 1) {
      const handle = changed.at(index);
      const word = this.#words.at(index - first);
      if (conditionOf(word) === change) {
        // It has a level on both sides: the one that was not reached must be removed.
        if (index < fallen) this.#queueRiseRemoval(handle);
        else this.#queueFallRemoval(handle);
        this.#toggleBased(target, handle, word, price);
      } else this.#togglePriced(handle, word);
    }
    this.#applyQueued(block);
  }

  /**
   * Pops all before any is re-inserted: one evaluation either fires or re-arms, never both.
   * @returns where in `changed` those reached by a fall end
   */
  #popReached(block: number, price: number, reached: Reached): number {
    if (reached.fall) this.#gaps.popFalls(block, price, this.changed);
    const fallen = this.changed.length;
    if (reached.rise) this.#gaps.popRises(block, price, this.changed);
    return fallen;
  }

  /** In a loop of its own: the cache misses overlap. */
  #readWords(from: number): void {
    const { changed } = this;
    this.#words.clear();
    for (let index = from; index < changed.length; index += 1) {
      this.#words.push(this.table.word(changed.at(index)));
    }
  }

  /** Fires or re-arms `below` or `above`; the next trigger level is on the other side of the price. */
  #togglePriced(handle: number, word: number): void {
    const { table } = this;
    const toggled = word ^ armedBit;
    const price = table.price(handle);
    table.setWord(handle, toggled);
    if (isArmed(word)) table.incrementEpisode(handle);
    this.fired.push(isArmed(word) ? 1 : 0);
    if (isArmed(word) === (conditionOf(word) === below)) {
      const rise = riseLevel(toggled, price);
      if (rise < neverRises) this.#addedRises.push(levelKey(rise, handle));
    } else {
      const fall = fallLevel(toggled, price);
      if (fall > neverFalls) this.#addedFalls.push(levelKey(fall, handle));
    }
  }

  /** Fires or re-arms `change` or `low`, which measure from a base. */
  #toggleBased(target: number, handle: number, word: number, price: number): void {
    const { table } = this;
    const isChange = conditionOf(word) === change;
    // The first price after none only sets the base.
    const fires = isChange ? table.price(handle) > 0 : isArmed(word);
    if (!isChange) table.setWord(handle, word ^ armedBit);
    if (isChange || fires) table.setBase(handle, price);
    if (fires) table.incrementEpisode(handle);
    this.fired.push(fires ? 1 : 0);
    this.#queueLevels(target, handle);
  }

  #queueFallRemoval(handle: number): void {
    const fall = fallLevel(this.table.word(handle), this.table.price(handle));
    if (fall > neverFalls) this.#removedFalls.push(levelKey(fall, handle));
  }

  #queueRiseRemoval(handle: number): void {
    const rise = riseLevel(this.table.word(handle), this.table.price(handle));
    if (rise < neverRises) this.#removedRises.push(levelKey(rise, handle));
  }

  /** Queues the trigger levels of the threshold's present state for insertion. */
  #queueLevels(target: number, handle: number): void {
    const word = this.table.word(handle);
    const price = this.table.price(handle);
    const fall = fallLevel(word, price);
    const rise = riseLevel(word, price);
    if (fall > neverFalls) this.#addedFalls.push(levelKey(fall, handle));
    if (rise < neverRises) this.#addedRises.push(levelKey(rise, handle));
    if (conditionOf(word) === low && isArmed(word))
      this.#lows.add(target, ruleValueOf(word), handle);
  }

  #byBlock(handles: readonly number[]): Map<number, number[]> {
    const blocks = new Map<number, number[]>();
    for (const handle of handles) {
      const block = this.#blockOf(handle);
      const known = blocks.get(block);
      if (known === undefined) blocks.set(block, [handle]);
      else known.push(handle);
    }
    return blocks;
  }

  #blockOf(handle: number): number {
    const target = this.table.target(handle);
    const condition = conditionOf(this.table.word(handle));
    return condition === below || condition === low ? belowBlockOf(target) : aboveBlockOf(target);
  }

  /** Applies the queued removals and insertions, each side in one pass: many thresholds may trigger at once. */
  #applyQueued(block: number): void {
    const gaps = this.#gaps;
    if (this.#removedFalls.length > 0) gaps.removeFalls(block, this.#removedFalls.sort());
    if (this.#removedRises.length > 0) gaps.removeRises(block, this.#removedRises.sort());
    if (this.#addedFalls.length > 0) gaps.insertFalls(block, this.#addedFalls.sort());
    if (this.#addedRises.length > 0) gaps.insertRises(block, this.#addedRises.sort());
    this.#removedFalls.clear();
    this.#removedRises.clear();
    this.#addedFalls.clear();
    this.#addedRises.clear();
  }

  #clear(target: number): void {
    this.#gaps.clear(belowBlockOf(target));
    this.#gaps.clear(aboveBlockOf(target));
  }

  #updateFences(target: number): void {
    const gaps = this.#gaps;
    const belowBlock = belowBlockOf(target);
    const aboveBlock = aboveBlockOf(target);
    const offset = target * 3;
    // The trigger level of an armed `low` moves with time: with one, every price is evaluated.
    this.#fences[offset + 1] = this.#lows.has(target)
      ? neverRises
      : Math.max(gaps.highestFall(belowBlock), gaps.highestFall(aboveBlock));
    this.#fences[offset + 2] = Math.min(gaps.lowestRise(belowBlock), gaps.lowestRise(aboveBlock));
  }
}

// Adjacent, so that both share a cache line.
const belowBlockOf = (target: number): number => target * 2;
const aboveBlockOf = (target: number): number => target * 2 + 1;
const targetOf = (block: number): number => block >> 1;
