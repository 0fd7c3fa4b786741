/**
 * Which thresholds a moving price turns. Everything is a number here: targets and thresholds by handle,
 * prices in cents (0 = none). While a price stays between the two fences of its target, the nearest levels
 * below and above it, nothing can turn: the common tick costs two comparisons. Otherwise only the thresholds
 * that turn are touched; one that has fired waits on the other side of the price and costs nothing meanwhile.
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

/** Whether a price is lower than every one the target had in the last `days` days before `at`. */
export type IsLowest = (target: number, price: number, at: number, days: number) => boolean;

/** Which of its fences the price is at or beyond. */
interface Reached {
  readonly fall: boolean;
  readonly rise: boolean;
}

export class Matcher {
  readonly table = new ThresholdTable();
  /** Handles whose state turned in the last `move`: of each block by level from the lowest, armed `low` after them. */
  readonly turned = new Int32List();
  /** Beside `turned`: 1 = it fired, 0 = it re-armed or took its base. */
  readonly fired = new Int32List();
  /** Beside those of `turned` that are being looked at: their words as they were. */
  readonly #words = new Int32List();
  /**
   * Two blocks a target: those that wait to fall first, `below` and `low`, apart from the others. What turns together
   * goes to the inner end of the other side: in one block all the levels of the other kind in between would move up.
   */
  readonly #gaps = new LevelGapBuffer();
  readonly #lows = new LowThresholdIndex();
  readonly #isLowest: IsLowest;
  /** Three numbers per target: price, fall fence, rise fence. */
  #fences = new Int32Array(0);
  readonly #oldFalls = new SortedKeyList();
  readonly #oldRises = new SortedKeyList();
  readonly #newFalls = new SortedKeyList();
  readonly #newRises = new SortedKeyList();
  readonly #freeTargets: number[] = [];
  #targets = 0;

  constructor(isLowest: IsLowest) {
    this.#isLowest = isLowest;
  }

  /** @returns the number of a target without thresholds */
  openTarget(price: number): number {
    const target = this.#freeTargets.pop() ?? this.#targets++;
    if (target * 3 >= this.#fences.length) {
      const grown = new Int32Array(grownCapacity(target + 1) * 3);
      grown.set(this.#fences);
      this.#fences = grown;
    }
    this.#clear(target);
    this.setPrice(target, price);
    this.#fence(target);
    return target;
  }

  /** Its number may be given to another target. */
  closeTarget(target: number): void {
    this.#clear(target);
    this.#freeTargets.push(target);
  }

  price(target: number): number {
    return this.#fences[target * 3] ?? 0;
  }

  /** Restart: the price as it is. Evaluates nothing. */
  setPrice(target: number, price: number): void {
    this.#fences[target * 3] = price;
  }

  /** A threshold in a given state, evaluated from the next move on. @returns its handle */
  add(
    rule: ThresholdRule,
    state: ThresholdState,
    { version, target }: { version: number; target: number },
  ): number {
    const handle = this.table.add(rule, state, { version, target });
    this.#wait(target, handle);
    this.#settle(this.#blockOf(target, handle));
    this.#fence(target);
    return handle;
  }

  remove(handle: number): void {
    const target = this.table.target(handle);
    this.#leaveFall(handle);
    this.#leaveRise(handle);
    const word = this.table.word(handle);
    if (conditionOf(word) === low && isArmed(word)) {
      this.#lows.remove(target, ruleValueOf(word), handle);
    }
    this.#settle(this.#blockOf(target, handle));
    this.table.remove(handle);
    this.#fence(target);
  }

  /**
   * Applies a target's new price, 0 = none, observed at an instant.
   * @returns how many thresholds turned; see `turned` and `fired`
   */
  move(target: number, price: number, at: number): number {
    return this.pass(target, price) ? 0 : this.#cross(target, price, at);
  }

  /** Applies a target's new price if it is between the fences, where nothing turns. @returns whether it is */
  pass(target: number, price: number): boolean {
    const fences = this.#fences;
    const place = target * 3;
    const isBetween = price > (fences[place + 1] ?? 0) && price < (fences[place + 2] ?? 0);
    if (isBetween) fences[place] = price;
    return isBetween;
  }

  /** Bytes of every typed array. */
  get bytes(): number {
    return this.table.bytes + this.#gaps.bytes + this.#fences.byteLength;
  }

  #cross(target: number, price: number, at: number): number {
    const { turned, fired } = this;
    if (price === this.price(target)) return 0;
    this.setPrice(target, price);
    if (price === 0) return 0;
    turned.clear();
    fired.clear();
    const place = target * 3;
    const reached = {
      fall: price <= (this.#fences[place + 1] ?? 0),
      rise: price >= (this.#fences[place + 2] ?? 0),
    };
    this.#turnFallers(target, price, at, reached);
    this.#turnOthers(target, price, reached);
    if (turned.length > 0) this.#fence(target);
    return turned.length;
  }

  #turnFallers(target: number, price: number, at: number, reached: Reached): void {
    const { turned } = this;
    const block = fallersOf(target);
    this.#take(block, price, reached);
    if (this.#lows.has(target)) {
      this.#lows.take(target, (days) => this.#isLowest(target, price, at, days), turned);
    }
    if (turned.length === 0) return;
    this.#readWords(0);
    for (let index = 0; index < turned.length; index += 1) {
      const handle = turned.at(index);
      const word = this.#words.at(index);
      if (conditionOf(word) === below) this.#turnLine(handle, word);
      else this.#turnBased(target, handle, word, price);
    }
    this.#settle(block);
  }

  #turnOthers(target: number, price: number, reached: Reached): void {
    const { turned } = this;
    const block = othersOf(target);
    const first = turned.length;
    const fallen = this.#take(block, price, reached);
    if (turned.length === first) return;
    this.#readWords(first);
    for (let index = first; index < turned.length; index += 1) {
      const handle = turned.at(index);
      const word = this.#words.at(index - first);
      if (conditionOf(word) === change) {
        // It waits on both sides; whichever it reached, it leaves the other.
        if (index < fallen) this.#leaveRise(handle);
        else this.#leaveFall(handle);
        this.#turnBased(target, handle, word, price);
      } else this.#turnLine(handle, word);
    }
    this.#settle(block);
  }

  /**
   * All are taken before any waits anew: one evaluation either fires or re-arms, never both.
   * @returns where in `turned` those that were reached by falling end
   */
  #take(block: number, price: number, reached: Reached): number {
    if (reached.fall) this.#gaps.popFalls(block, price, this.turned);
    const fallen = this.turned.length;
    if (reached.rise) this.#gaps.popRises(block, price, this.turned);
    return fallen;
  }

  /** All of them before anything else is done: the waits for memory overlap. */
  #readWords(from: number): void {
    const { turned } = this;
    this.#words.clear();
    for (let index = from; index < turned.length; index += 1) {
      this.#words.push(this.table.word(turned.at(index)));
    }
  }

  /** Fires or re-arms one with a line; what it waits for next is on the other side of the price. */
  #turnLine(handle: number, word: number): void {
    const { table } = this;
    const turned = word ^ armedBit;
    const line = table.price(handle);
    table.setWord(handle, turned);
    if (isArmed(word)) table.countEpisode(handle);
    this.fired.push(isArmed(word) ? 1 : 0);
    if (isArmed(word) === (conditionOf(word) === below)) {
      const rise = riseLevel(turned, line);
      if (rise < neverRises) this.#newRises.push(levelKey(rise, handle));
    } else {
      const fall = fallLevel(turned, line);
      if (fall > neverFalls) this.#newFalls.push(levelKey(fall, handle));
    }
  }

  /** Fires or re-arms one that measures from a price. */
  #turnBased(target: number, handle: number, word: number, price: number): void {
    const { table } = this;
    const isChange = conditionOf(word) === change;
    // The first price after none only says where to measure from.
    const fires = isChange ? table.price(handle) > 0 : isArmed(word);
    if (!isChange) table.setWord(handle, word ^ armedBit);
    if (isChange || fires) table.setBase(handle, price);
    if (fires) table.countEpisode(handle);
    this.fired.push(fires ? 1 : 0);
    this.#wait(target, handle);
  }

  #leaveFall(handle: number): void {
    const fall = fallLevel(this.table.word(handle), this.table.price(handle));
    if (fall > neverFalls) this.#oldFalls.push(levelKey(fall, handle));
  }

  #leaveRise(handle: number): void {
    const rise = riseLevel(this.table.word(handle), this.table.price(handle));
    if (rise < neverRises) this.#oldRises.push(levelKey(rise, handle));
  }

  /** Notes the levels the threshold waits for in its present state. */
  #wait(target: number, handle: number): void {
    const word = this.table.word(handle);
    const price = this.table.price(handle);
    const fall = fallLevel(word, price);
    const rise = riseLevel(word, price);
    if (fall > neverFalls) this.#newFalls.push(levelKey(fall, handle));
    if (rise < neverRises) this.#newRises.push(levelKey(rise, handle));
    if (conditionOf(word) === low && isArmed(word))
      this.#lows.add(target, ruleValueOf(word), handle);
  }

  #blockOf(target: number, handle: number): number {
    const condition = conditionOf(this.table.word(handle));
    return condition === below || condition === low ? fallersOf(target) : othersOf(target);
  }

  /** Takes out and puts in, each side in one pass, what was noted: many may turn at once. */
  #settle(block: number): void {
    const gaps = this.#gaps;
    if (this.#oldFalls.length > 0) gaps.removeFalls(block, this.#oldFalls.sort());
    if (this.#oldRises.length > 0) gaps.removeRises(block, this.#oldRises.sort());
    if (this.#newFalls.length > 0) gaps.insertFalls(block, this.#newFalls.sort());
    if (this.#newRises.length > 0) gaps.insertRises(block, this.#newRises.sort());
    this.#oldFalls.clear();
    this.#oldRises.clear();
    this.#newFalls.clear();
    this.#newRises.clear();
  }

  #clear(target: number): void {
    this.#gaps.clear(fallersOf(target));
    this.#gaps.clear(othersOf(target));
  }

  #fence(target: number): void {
    const gaps = this.#gaps;
    const fallers = fallersOf(target);
    const others = othersOf(target);
    const place = target * 3;
    // What an armed `low` waits for moves with time: with one, no price passes unseen.
    this.#fences[place + 1] = this.#lows.has(target)
      ? neverRises
      : Math.max(gaps.highestFall(fallers), gaps.highestFall(others));
    this.#fences[place + 2] = Math.min(gaps.lowestRise(fallers), gaps.lowestRise(others));
  }
}

// Side by side, so that both are at hand once one of them is.
const fallersOf = (target: number): number => target * 2;
const othersOf = (target: number): number => target * 2 + 1;
