/** Month arithmetic like Stripe's: in UTC, from an anchor, clamped to the last day of a short month. */

/** @param anchorSeconds epoch seconds */
export function addMonths(anchorSeconds: number, months: number): number {
  const from = new Date(anchorSeconds * 1_000);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return Math.floor(to.getTime() / 1_000);
}

/** The end of the period that starts at `start`, a whole number of months after the anchor. Epoch seconds. */
export function nextPeriodEnd(anchorSeconds: number, startSeconds: number): number {
  const from = new Date(anchorSeconds * 1_000);
  const to = new Date(startSeconds * 1_000);
  const months =
    (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  return addMonths(anchorSeconds, months + 1);
}
