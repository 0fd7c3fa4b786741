/** Packs a rule and its armed flag into a 32-bit word; a price stored beside it holds the rest. */
import { type Condition, maxBandBp, type ThresholdRule } from '#domain/threshold.ts';

/** Two-bit code of each condition. */
export const conditionCodes = { below: 0, above: 1, change: 2, low: 3 } as const satisfies Record<
  Condition,
  number
>;

/**
 * Layout: condition in two bits, armed in one, then band and value in one number of up to 29 bits. For `below` and
 * `above` that number is the band alone: their value is the price beside the word.
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

/** Basis points for `change`, days for `low`. */
export const ruleValueOf = (word: number): number => Math.floor((word >>> parameterShift) / bands);
