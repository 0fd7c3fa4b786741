/** Size of the fault rows: full in `npm run test:faults`, quick otherwise; and their report lines. */

/** @returns the value for this run's size */
export const byCampaignSize = <Size>({ quick, full }: { quick: Size; full: Size }): Size =>
  import.meta.env.MODE === 'campaign' ? full : quick;

/** Prints what a test did and its figures. */
export function report(action: string, figures: string): void {
  process.stdout.write(`${action}: ${figures}\n`);
}
