/** Tax and proration arithmetic, in cents. */

/** Spanish VAT, included in every price. */
export const taxPercent = 21;

/** The tax inside an amount that includes it; negative for credits. */
export function includedTax(cents: number): number {
  return cents - Math.round(cents / (1 + taxPercent / 100));
}

/**
 * The part of a period's price for the time from `atSeconds` to its end.
 * Rounded on the positive amount, so that crediting and charging the same price cancel out.
 * @param period start and end in epoch seconds
 */
export function prorate(
  cents: number,
  period: { startSeconds: number; endSeconds: number },
  atSeconds: number,
): number {
  const part =
    (cents * (period.endSeconds - atSeconds)) / (period.endSeconds - period.startSeconds);
  return Math.round(Math.max(0, part));
}

/** Stripe's minimum charge; smaller amounts stay on the customer's balance. */
export const minChargeCents = 50;
