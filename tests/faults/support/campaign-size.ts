/** Size of the fault campaign: full in `npm run test:faults`, quick in `npm test`; and its report lines. */
import { appendFileSync } from 'node:fs';

const { FAULT_REPORT_FILE: reportFile } = process.env;

/** @returns the value for this run's size */
export const byCampaignSize = <Size>({ quick, full }: { quick: Size; full: Size }): Size =>
  reportFile === undefined ? quick : full;

/** Writes what a test did and its figures, for the row's line in the campaign. */
export function report(action: string, figures: string): void {
  const line = `${action}: ${figures}`;
  if (reportFile === undefined) process.stdout.write(`${line}\n`);
  else appendFileSync(reportFile, `${line}\n`);
}
