/**
 * Which thresholds a moving price turns. Everything is a number here: targets and thresholds by handle,
 * prices in cents (0 = none). While a price stays between the two fences of its target, the nearest levels
 * below and above it, nothing can turn: the common tick costs two comparisons. Otherwise only the thresholds
 * that turn are touched; one that has fired waits on the other side of the price and costs nothing meanwhile.
 */
import type { ThresholdState } from '#domain/crossing.ts';
import type { ThresholdRule } from '#domain/threshold.ts';
import { HandleBuffer } from './handle-buffer.ts';
import { KeyBuffer } from './key-buffer.ts';
import { LowWatch } from './low-watch.ts';
import { levelKey, PriceGap } from './price-gap.ts';
import { conditionCodes, conditionOf, daysOf, isArmed } from './rule-word.ts';
import { ThresholdTable } from './threshold-table.ts';
import { fallLevel, neverFalls, neverRises, riseLevel } from './trigger-levels.ts';

const { below, change, low } = conditionCodes;

/** Whether a price is lower than every one the target had in the last `days` days before `at`. */
export type IsLowest = (target: number, price: number, at: number, days: number) => boolean;

export class Matcher {
  readonly table = new ThresholdTable();
  /** Handles whose state turned in the last `move`: of each block by level from the lowest, armed `low` after them. */
  readonly turned = new HandleBuffer();
  /** Beside `turned`: 1 = it fired, 0 = it re-armed or took its base. */
  readonly fired = new HandleBuffer();
  /**
   * Those that wait to fall first, `below` and `low`, apart from the others. What turns together goes to the inner
   * end of the other side: had both shared one block, all the levels of the other kind in between would move up.
   */
  readonly #fallers = new PriceGap();
  readonly #others = new PriceGap();
  readonly #lows = new LowWatch();
  readonly #isLowest: IsLowest;
  /** Three numbers per target: price, fall fence, rise fence. */
  #fences = new Int32Array(0);
  readonly #oldFalls = new KeyBuffer();
  readonly #oldRises = new KeyBuffer();
  readonly #newFalls = new KeyBuffer();
  readonly #newRises = new KeyBuffer();
  readonly #freeTargets: number[] = [];
  #targets = 0;

  constructor(isLowest: IsLowest) {
    this.#isLowest = isLowest;
  }

  /** @returns the number of a target without thresholds */
  openTarget(price: number): number {
    const target = this.#freeTargets.pop() ?? this.#targets++;
    if (target * 3 >= this.#fences.length) {
      const grown = new Int32Array((target + 16 + (target >> 3)) * 3);
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
    this.#settle(target, this.#gapOf(handle));
    this.#fence(target);
    return handle;
  }

  remove(handle: number): void {
    const target = this.table.target(handle);
    this.#leaveFall(handle);
    this.#leaveRise(handle);
    const word = this.table.word(handle);
    if (conditionOf(word) === low && isArmed(word)) {
      this.#lows.remove(target, daysOf(word), handle);
    }
    this.#settle(target, this.#gapOf(handle));
    this.table.remove(handle);
    this.#fence(target);
  }

  /**
   * Applies a target's new price, 0 = none, observed at an instant.
   * @returns how many thresholds turned; see `turned` and `fired`
   */
  move(target: number, price: number, at: number): number {
    const fences = this.#fences;
    const place = target * 3;
    if (price > (fences[place + 1] ?? 0) && price < (fences[place + 2] ?? 0)) {
      fences[place] = price;
      return 0;
    }
    return this.#cross(target, price, at);
  }

  /** Bytes of every typed array. */
  get bytes(): number {
    return this.table.bytes + this.#fallers.bytes + this.#others.bytes + this.#fences.byteLength;
  }

  #cross(target: number, price: number, at: number): number {
    const { turned, fired } = this;
    const previous = this.price(target);
    if (price === previous) return 0;
    this.setPrice(target, price);
    if (price === 0) return 0;
    turned.clear();
    fired.clear();
    this.#turnFallers(target, price, at);
    this.#turnOthers(target, price);
    if (turned.length > 0) this.#fence(target);
    return turned.length;
  }

  #turnFallers(target: number, price: number, at: number): void {
    const { turned } = this;
    // All are taken before any waits anew: one evaluation either fires or re-arms, never both.
    this.#fallers.takeFalls(target, price, turned);
    this.#fallers.takeRises(target, price, turned);
    if (this.#lows.isWatching(target)) {
      this.#lows.take(target, (days) => this.#isLowest(target, price, at, days), turned);
    }
    if (turned.length === 0) return;
    for (let index = 0; index < turned.length; index += 1) this.#turn(turned.at(index), price);
    this.#waitAll(target, 0);
    this.#settle(target, this.#fallers);
  }

  #turnOthers(target: number, price: number): void {
    const { turned } = this;
    const first = turned.length;
    this.#others.takeFalls(target, price, turned);
    const falls = turned.length;
    this.#others.takeRises(target, price, turned);
    if (turned.length === first) return;
    for (let index = first; index < turned.length; index += 1) {
      const handle = turned.at(index);
      if (conditionOf(this.table.word(handle)) === change) {
        // It waits on both sides; whichever it reached, it leaves the other.
        if (index < falls) this.#leaveRise(handle);
        else this.#leaveFall(handle);
      }
      this.#turn(handle, price);
    }
    this.#waitAll(target, first);
    this.#settle(target, this.#others);
  }

  /** Fires or re-arms it. */
  #turn(handle: number, price: number): void {
    const { table } = this;
    const word = table.word(handle);
    const condition = conditionOf(word);
    let fires = isArmed(word);
    if (condition === change) {
      // The first price after none only says where to measure from.
      fires = table.price(handle) > 0;
    } else {
      table.setArmed(handle, !fires);
    }
    if (condition === change || (condition === low && fires)) table.setBase(handle, price);
    if (fires) table.countEpisode(handle);
    this.fired.push(fires ? 1 : 0);
  }

  #leaveFall(handle: number): void {
    const fall = fallLevel(this.table.word(handle), this.table.price(handle));
    if (fall > neverFalls) this.#oldFalls.push(levelKey(fall, handle));
  }

  #leaveRise(handle: number): void {
    const rise = riseLevel(this.table.word(handle), this.table.price(handle));
    if (rise < neverRises) this.#oldRises.push(levelKey(rise, handle));
  }

  /** Lets every turned one from a position on wait in its new state. */
  #waitAll(target: number, from: number): void {
    for (let index = from; index < this.turned.length; index += 1) {
      this.#wait(target, this.turned.at(index));
    }
  }

  /** Notes the levels the threshold waits for in its present state. */
  #wait(target: number, handle: number): void {
    const word = this.table.word(handle);
    const price = this.table.price(handle);
    const fall = fallLevel(word, price);
    const rise = riseLevel(word, price);
    if (fall > neverFalls) this.#newFalls.push(levelKey(fall, handle));
    if (rise < neverRises) this.#newRises.push(levelKey(rise, handle));
    if (conditionOf(word) === low && isArmed(word)) this.#lows.add(target, daysOf(word), handle);
  }

  #gapOf(handle: number): PriceGap {
    const condition = conditionOf(this.table.word(handle));
    return condition === below || condition === low ? this.#fallers : this.#others;
  }

  /** Takes out and puts in, each side in one pass, what was noted: many may turn at once. */
  #settle(target: number, gap: PriceGap): void {
    if (this.#oldFalls.length > 0) gap.removeFalls(target, this.#oldFalls.takeSorted());
    if (this.#oldRises.length > 0) gap.removeRises(target, this.#oldRises.takeSorted());
    if (this.#newFalls.length > 0) gap.insertFalls(target, this.#newFalls.takeSorted());
    if (this.#newRises.length > 0) gap.insertRises(target, this.#newRises.takeSorted());
  }

  #clear(target: number): void {
    this.#fallers.clear(target);
    this.#others.clear(target);
  }

  #fence(target: number): void {
    const place = target * 3;
    // What an armed `low` waits for moves with time: with one, no price passes unseen.
    this.#fences[place + 1] = this.#lows.isWatching(target)
      ? neverRises
      : Math.max(this.#fallers.highestFall(target), this.#others.highestFall(target));
    this.#fences[place + 2] = Math.min(
      this.#fallers.lowestRise(target),
      this.#others.lowestRise(target),
    );
  }
}
