/**
 * The thresholds of one target by their trigger levels: the prices at which each next fires or re-arms. While the value
 * stays between the nearest two, no threshold is looked at. An armed `low` has no level, as its own depends on time.
 */
import { rearmCents, type ThresholdState } from '#domain/crossing.ts';
import { priceBounds, type ThresholdRule } from '#domain/threshold.ts';
import { SortedList } from './sorted-list.ts';

/** In cents; null = never. */
export interface Levels {
  /** The state changes once the value is at or below this. */
  fall: number | null;
  /** The state changes once the value is at or above this. */
  rise: number | null;
}

/** A threshold at a target. Its levels are as of its last `insert`. */
export interface Levelled extends Levels {
  readonly threshold: ThresholdRule;
  readonly state: ThresholdState;
}

export class TriggerLevels<Item extends Levelled> {
  readonly #falls = new SortedList<Item>(({ fall }) => fall ?? 0);
  // Negated, so that here too what is reached is at the end.
  readonly #rises = new SortedList<Item>(({ rise }) => -(rise ?? Infinity));
  /** Armed `low` by days. */
  readonly #lows = new Map<number, Set<Item>>();

  /** New ones, or those taken out before. */
  insert(items: readonly Item[]): void {
    for (const item of items) {
      Object.assign(item, levelsOf(item.threshold, item.state));
      if (isArmedLow(item)) this.#lowsOf(item.threshold.value).add(item);
    }
    this.#falls.insert(items.filter(({ fall }) => fall !== null));
    this.#rises.insert(items.filter(({ rise }) => rise !== null));
  }

  remove(items: readonly Item[]): void {
    this.#falls.remove(items.filter(({ fall }) => fall !== null));
    this.#rises.remove(items.filter(({ rise }) => rise !== null));
    for (const item of items) this.#lows.get(item.threshold.value)?.delete(item);
  }

  /**
   * Takes out the thresholds whose state the value changes: first those it fell to, then those it rose to, the armed
   * `low` last.
   * @param isLowestOf whether the value is a new low of so many days
   */
  takeReached(value: number, isLowestOf: (days: number) => boolean): Item[] {
    const reached = [
      ...this.#falls.takeFrom(value).reverse(),
      ...this.#rises.takeFrom(-value).reverse(),
    ];
    // A `change` has a level on the other side, too.
    this.remove(reached.filter(({ threshold }) => threshold.condition === 'change'));
    for (const [days, lows] of this.#lows) {
      if (lows.size > 0 && !isLowestOf(days)) continue;
      // One by one: a hundred thousand arguments of one call are more than a stack holds.
      for (const item of lows) reached.push(item);
      this.#lows.delete(days);
    }
    return reached;
  }

  #lowsOf(days: number): Set<Item> {
    const known = this.#lows.get(days) ?? new Set<Item>();
    this.#lows.set(days, known);
    return known;
  }
}

const isArmedLow = ({ threshold, state }: Levelled) => threshold.condition === 'low' && state.armed;

/** Where the rules of domain/crossing.ts change the state, to the cent. */
export function levelsOf(rule: ThresholdRule, { armed, base }: ThresholdState): Levels {
  const { condition, value } = rule;
  switch (condition) {
    case 'below':
      return armed ? { fall: value, rise: null } : { fall: null, rise: rearmCents(rule, base) };
    case 'above':
      return armed ? { fall: null, rise: value } : { fall: rearmCents(rule, base), rise: null };
    case 'change': {
      // The first price after none only sets the base: any does.
      if (base === null) return { fall: priceBounds.max, rise: null };
      // |v − base| · 10 000 ≥ value · base, solved for the move in whole cents.
      const move = Math.ceil((value * base) / 10_000);
      return { fall: base - move, rise: base + move };
    }
    case 'low':
      return { fall: null, rise: armed ? null : rearmCents(rule, base) };
  }
}
