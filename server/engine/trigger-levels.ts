/**
 * Trigger levels: the prices at which a threshold's state changes (it fires or re-arms), one the value must fall to
 * and one it must rise to. They depend on its own state alone, so a threshold costs nothing while the value stays
 * between them. An armed `low` has no fall level: its level depends on time (see low-threshold-index.ts).
 */
import { bandCents } from '#domain/crossing.ts';
import { priceBounds } from '#domain/threshold.ts';
import { bandBpOf, conditionCodes, conditionOf, isArmed, ruleValueOf } from './packed-rule.ts';

/** Below every price: never triggers. */
export const neverFalls = 0;
/** Above every price: never triggers. As a fall level the opposite: any price triggers. */
export const neverRises = 2 ** 30 - 1;

const { below, above, change, low } = conditionCodes;

/**
 * The state changes when the value is at or below this, in cents.
 * @param word packed rule (packed-rule.ts)
 * @param price the value of `below` and `above`, else the base, in cents; 0 = none yet
 */
export function fallLevel(word: number, price: number): number {
  switch (conditionOf(word)) {
    case below:
      return isArmed(word) ? price : neverFalls;
    case above:
      return isArmed(word) ? neverFalls : price - bandCents(price, bandBpOf(word));
    case change:
      // The first price after none only sets the base.
      return price === 0 ? neverRises : Math.max(price - stepCents(word, price), neverFalls);
    default:
      return neverFalls;
  }
}

/** The state changes when the value is at or above this, in cents. Parameters as above. */
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
