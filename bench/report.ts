/** What a bench found, one row per question: told to `run.ts` where it runs under it, else printed. */
import { availableParallelism, loadavg } from 'node:os';
import { styleText } from 'node:util';

export interface Finding {
  readonly what: string;
  readonly unit: string;
  /** null = could not be measured here; `note` says why. */
  readonly ours: number | null;
  /** What it is compared with, measured in the same run. */
  readonly theirs?: { readonly name: string; readonly value: number | null };
  /** Of the ratio ours : theirs; of ours alone where it is compared with nothing. */
  readonly goal?: { readonly least: number } | { readonly most: number };
  readonly note?: string;
}

export interface Row {
  readonly what: string;
  readonly ours: number | null;
  readonly theirs: number | null;
  readonly than: string | null;
  readonly unit: string;
  readonly ratio: number | null;
  readonly goal: string | null;
  /** null = there is no goal, or nothing was measured. */
  readonly reached: boolean | null;
  /** Load average of the last minute over the number of cores: above 1, others waited for us or we for them. */
  readonly load: number;
  readonly note: string | null;
}

export function report({ what, unit, ours, theirs, goal, note }: Finding): Row {
  const value = theirs?.value ?? null;
  const ratio = ours === null || value === null ? null : ours / value;
  const judged = theirs === undefined ? ours : ratio;
  const row: Row = {
    what,
    ours,
    theirs: value,
    than: theirs?.name ?? null,
    unit,
    ratio,
    goal: goal === undefined ? null : 'least' in goal ? `≥ ${goal.least}` : `≤ ${goal.most}`,
    reached:
      goal === undefined || judged === null
        ? null
        : 'least' in goal
          ? judged >= goal.least
          : judged <= goal.most,
    load: Number(((loadavg()[0] ?? 0) / availableParallelism()).toFixed(2)),
    note: note ?? null,
  };
  if (process.send === undefined) process.stdout.write(`${lineOf(row)}\n`);
  else process.send(row);
  return row;
}

const headings = ['what', 'ours', 'theirs', 'unit', 'ratio', 'goal', 'reached', 'load'] as const;
const widths = [58, 12, 34, 18, 10, 10, 9, 5] as const;

export const heading = (): string => styleText('bold', cellsOf([...headings]));

export function lineOf(row: Row): string {
  const reached = row.reached === null ? '' : row.reached ? 'yes' : 'NO';
  const theirs = row.than === null ? '' : `${shown(row.theirs)} ${row.than}`;
  const ratio = row.ratio === null ? '' : shown(row.ratio);
  const cells = [row.what, shown(row.ours), theirs, row.unit, ratio, row.goal ?? '', reached];
  const line = cellsOf([...cells, row.load.toFixed(1)]);
  return row.note === null ? line : `${line}\n    ${row.note}`;
}

const cellsOf = (cells: readonly string[]): string =>
  cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join(' ')
    .trimEnd();

/** Three figures that matter; `not run` where there is none. */
export function shown(value: number | null): string {
  if (value === null) return 'not run';
  const digits = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  return value.toLocaleString('en', { maximumFractionDigits: Math.max(0, 2 - digits) });
}
