/** One campaign in two sizes: the whole one by `npm run test:faults`, a quick one inside `npm test`. */
import { appendFileSync } from 'node:fs';

const { FAULT_CAMPAIGN: reportFile } = process.env;

/** @returns what this run asks for */
export const sized = <Size>({ quick, whole }: { quick: Size; whole: Size }): Size =>
  reportFile === undefined ? quick : whole;

/** What was done in a row and what came of it, for the campaign's one line. */
export function report(did: string, figures: string): void {
  const line = `${did}: ${figures}`;
  if (reportFile === undefined) process.stdout.write(`${line}\n`);
  else appendFileSync(reportFile, `${line}\n`);
}
