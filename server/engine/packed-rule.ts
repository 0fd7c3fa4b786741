/** A rule, and whether it is armed, in one 32-bit number; beside it a price says the rest. */
import { type Condition, maxBandBp, type ThresholdRule } from '#domain/threshold.ts';

/** A condition as the word keeps it. */
export const conditionCodes = { below: 0, above: 1, change: 2, low: 3 } as const satisfies Record<
  Condition,
  number
>;

/**
 * Condition in two bits, armed in one, then the band and the value in one number: together they need 29 bits. The value
 * of `below` and `above` is the price beside it, so theirs is the band alone.
 */
export const armedBit = 4;
const parameterShift = 3;
const bands = maxBandBp + 1;

export function packRule({ condition, value, bandBp }: ThresholdRule, armed: boolean): number {
  const code = conditionCodes[condition];
  const parameter = hasPriceValue(code) ? bandBp : value * bands + bandBp;
  return code | (armed ? armedBit : 0) | (parameter << parameterShift);
}

export const conditionOf = (word: number): number => word & 3;

/** Whether the condition's value is a price. */
export const hasPriceValue = (code: number): boolean => code < conditionCodes.change;

export const isArmed = (word: number): boolean => (word & armedBit) !== 0;

export const bandBpOf = (word: number): number => (word >>> parameterShift) % bands;

/** Basis points of `change`, days of `low`. */
export const ruleValueOf = (word: number): number => Math.floor((word >>> parameterShift) / bands);
