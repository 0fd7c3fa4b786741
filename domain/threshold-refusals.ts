/** Why a threshold is refused, in the same words wherever it comes from: a form, a batch, a file, a program. */
import { numberFormat } from './intl-formats.ts';
import { type ThresholdRule, valueBounds } from './threshold.ts';

export const expiryPassed = 'La fecha de caducidad ya ha pasado.';

/** @returns null where the value is within its bounds */
export function valueRefusal({
  condition,
  value,
  currency,
}: Pick<ThresholdRule, 'condition' | 'value' | 'currency'>): string | null {
  const { min, max } = valueBounds[condition];
  if (value >= min && value <= max) return null;
  if (condition === 'low') return `Los días deben estar entre ${min} y ${max}.`;
  const [from, to] = [min, max].map((hundredths) =>
    (condition === 'change'
      ? numberFormat({})
      : numberFormat({ style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
    ).format(hundredths / 100),
  );
  return condition === 'change'
    ? `El porcentaje debe estar entre ${from} y ${to}.`
    : `El precio debe estar entre ${from} y ${to}.`;
}
