/** A rule, and whether it is armed, in one 32-bit number; beside it a price says everything a level depends on. */
import type { Condition, ThresholdRule } from '#domain/threshold.ts';

/** A condition as the word keeps it. */
export const conditionCodes = { below: 0, above: 1, change: 2, low: 3 } as const satisfies Record<
  Condition,
  number
>;

/** Condition in two bits, armed in one, then the parameter the condition needs. */
export const armedBit = 4;
const parameterShift = 3;
/** `low` has two parameters: the band in thirteen bits, then the days. */
const daysShift = 16;
const bandMask = 0x1fff;

export function ruleWord({ condition, value, bandBp }: ThresholdRule, armed: boolean): number {
  let parameter = bandBp;
  if (condition === 'change') parameter = value;
  if (condition === 'low') parameter = bandBp | (value << (daysShift - parameterShift));
  return conditionCodes[condition] | (armed ? armedBit : 0) | (parameter << parameterShift);
}

export const conditionOf = (word: number): number => word & 3;

export const isArmed = (word: number): boolean => (word & armedBit) !== 0;

/** Basis points of `change`. */
export const changeBpOf = (word: number): number => word >>> parameterShift;

export const bandBpOf = (word: number): number => (word >>> parameterShift) & bandMask;

/** Window of `low`. */
export const daysOf = (word: number): number => word >>> daysShift;
