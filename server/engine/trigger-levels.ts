/**
 * The prices at which a threshold's state turns, fired or re-armed: one the value must fall to and one it
 * must rise to. They depend on its own state alone, so a threshold costs nothing while the value stays
 * between them. `low` has no fall level: what it waits for depends on time (see low-watch.ts).
 */
import { bandCents } from '#domain/crossing.ts';
import { priceBounds } from '#domain/threshold.ts';
import { conditionCodes, type ThresholdTable } from './threshold-table.ts';

/** No price is as low: nothing turns. */
export const neverFalls = 0;
/** No price is as high: nothing turns. As a fall level it is the opposite: any price turns it. */
export const neverRises = 2 ** 30 - 1;

const { below, above, change, low } = conditionCodes;

/** The state turns when the value is at or below this. */
export function fallLevel(table: ThresholdTable, handle: number): number {
  const price = table.price(handle);
  switch (table.condition(handle)) {
    case below:
      return table.isArmed(handle) ? price : neverFalls;
    case above:
      if (table.isArmed(handle)) return neverFalls;
      return price - bandCents(price, table.bandBp(handle));
    case change:
      // The first price after none only says where to measure from.
      return price === 0 ? neverRises : Math.max(price - stepCents(table, handle), neverFalls);
    default:
      return neverFalls;
  }
}

/** The state turns when the value is at or above this. */
export function riseLevel(table: ThresholdTable, handle: number): number {
  const price = table.price(handle);
  switch (table.condition(handle)) {
    case below:
      return table.isArmed(handle) ? neverRises : reachable(price + band(table, handle));
    case above:
      return table.isArmed(handle) ? price : neverRises;
    case change:
      return price === 0 ? neverRises : reachable(price + stepCents(table, handle));
    case low:
      if (table.isArmed(handle) || price === 0) return neverRises;
      return reachable(price + band(table, handle));
    default:
      return neverRises;
  }
}

const band = (table: ThresholdTable, handle: number): number =>
  bandCents(table.price(handle), table.bandBp(handle));

/** |v − base| · 10 000 ≥ p · base, solved for the move in whole cents. */
const stepCents = (table: ThresholdTable, handle: number): number =>
  Math.ceil((table.changeBp(handle) * table.price(handle)) / 10_000);

const reachable = (cents: number): number => (cents > priceBounds.max ? neverRises : cents);
