/**
 * The prices at which a threshold's state turns, fired or re-armed: one the value must fall to and one it
 * must rise to. They depend on its own state alone, so a threshold costs nothing while the value stays
 * between them. `low` has no fall level: what it waits for depends on time (see low-threshold-index.ts).
 */
import { bandCents } from '#domain/crossing.ts';
import { priceBounds } from '#domain/threshold.ts';
import { bandBpOf, conditionCodes, conditionOf, isArmed, ruleValueOf } from './packed-rule.ts';

/** No price is as low: nothing turns. */
export const neverFalls = 0;
/** No price is as high: nothing turns. As a fall level it is the opposite: any price turns it. */
export const neverRises = 2 ** 30 - 1;

const { below, above, change, low } = conditionCodes;

/**
 * The state turns when the value is at or below this.
 * @param word rule and state (packed-rule.ts)
 * @param price its line, or its base; 0 = none yet
 */
export function fallLevel(word: number, price: number): number {
  switch (conditionOf(word)) {
    case below:
      return isArmed(word) ? price : neverFalls;
    case above:
      return isArmed(word) ? neverFalls : price - bandCents(price, bandBpOf(word));
    case change:
      // The first price after none only says where to measure from.
      return price === 0 ? neverRises : Math.max(price - stepCents(word, price), neverFalls);
    default:
      return neverFalls;
  }
}

/** The state turns when the value is at or above this. Parameters as above. */
export function riseLevel(word: number, price: number): number {
  switch (conditionOf(word)) {
    case below:
      return isArmed(word) ? neverRises : reachable(price + bandCents(price, bandBpOf(word)));
    case above:
      return isArmed(word) ? price : neverRises;
    case change:
      return price === 0 ? neverRises : reachable(price + stepCents(word, price));
    case low:
      if (isArmed(word) || price === 0) return neverRises;
      return reachable(price + bandCents(price, bandBpOf(word)));
    default:
      return neverRises;
  }
}

/** |v − base| · 10 000 ≥ p · base, solved for the move in whole cents. */
const stepCents = (word: number, base: number): number =>
  Math.ceil((ruleValueOf(word) * base) / 10_000);

const reachable = (cents: number): number => (cents > priceBounds.max ? neverRises : cents);
