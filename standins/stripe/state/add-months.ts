/** Months as Stripe counts them: in UTC, from an anchor, a short month ending on its last day. */

/** @param anchor seconds since 1970 */
export function addMonths(anchor: number, months: number): number {
  const from = new Date(anchor * 1_000);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return Math.floor(to.getTime() / 1_000);
}

/** The end of the period that begins at `start`, which is itself some whole months after the anchor. */
export function nextPeriodEnd(anchor: number, start: number): number {
  const from = new Date(anchor * 1_000);
  const to = new Date(start * 1_000);
  const passed =
    (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  return addMonths(anchor, passed + 1);
}
