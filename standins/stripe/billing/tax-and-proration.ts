/** Cents: the tax inside a price, and what a change of price within a period costs. */

/** Spain's, included in every price. */
export const taxPercent = 21;

/** The tax inside an amount that includes it; negative for credits. */
export function includedTax(cents: number): number {
  return cents - Math.round(cents / (1 + taxPercent / 100));
}

/**
 * The part of a month's price that falls on the rest of its period, to the second.
 * Rounded half away from zero, so that giving back and charging the same price cancel out.
 */
export function shareOfPeriod(cents: number, period: { start: number; end: number }, at: number) {
  const share = (cents * (period.end - at)) / (period.end - period.start);
  return Math.round(Math.max(0, share));
}

/** The provider charges no card less than this; smaller amounts wait on the customer's balance. */
export const minChargeCents = 50;
