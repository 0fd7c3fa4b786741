/** How far a target's value is from where a threshold fires. */
import type { ThresholdRule } from './threshold.ts';

/**
 * @param value the target's value now, in cents
 * @param base the base of a `change`; null before its first value
 * @returns basis points of the value, rounded up; 0 once it is there; null for `low`, whose line moves with the window
 */
export function distanceBp(
  { condition, value: line }: Pick<ThresholdRule, 'condition' | 'value'>,
  value: number,
  base: number | null,
): number | null {
  const gap = gapOf();
  return gap === null ? null : Math.ceil((Math.max(0, gap) * 10_000) / value);

  /** In cents. */
  function gapOf(): number | null {
    if (condition === 'below') return value - line;
    if (condition === 'above') return line - value;
    if (condition === 'low' || base === null) return null;
    return (line * base) / 10_000 - Math.abs(value - base);
  }
}
