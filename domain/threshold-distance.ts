/** How far a target's value is from where a threshold fires: the one measure of lists, counts, filters and mails. */
import type { ThresholdRule } from './threshold.ts';

/**
 * @param value the target's value now, in cents; null when nothing is on sale
 * @param base the base of a `change`; null before its first value
 * @returns basis points of the value, rounded up; 0 or less once it is there; null for `low`, whose line moves with the window
 */
export function distanceBp(
  { condition, value: line }: Pick<ThresholdRule, 'condition' | 'value'>,
  value: number | null,
  base: number | null,
): number | null {
  if (value === null) return null;
  const gap = gapTo(value);
  return gap === null ? null : Math.ceil((gap * 10_000) / value);

  /** In cents. */
  function gapTo(cents: number): number | null {
    if (condition === 'below') return cents - line;
    if (condition === 'above') return line - cents;
    if (condition === 'low' || base === null) return null;
    return (line * base) / 10_000 - Math.abs(cents - base);
  }
}

export const isCrossedAt = (distance: number | null): boolean => distance !== null && distance <= 0;

/** “A menos del 5 %”, as the overview says; not crossed. */
export const isNearAt = (distance: number | null): boolean =>
  distance !== null && distance > 0 && distance < 500;
