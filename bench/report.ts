/** Reports a bench's results, one row each: sent to `run.ts` when run under it, else printed. */
import { availableParallelism, loadavg } from 'node:os';
import { styleText } from 'node:util';

export interface Measurement {
  readonly what: string;
  readonly unit: string;
  /** null = could not be measured here; `note` says why. */
  readonly value: number | null;
  /** What it is compared with, measured in the same run. */
  readonly reference?: { readonly name: string; readonly value: number | null };
  /** For the ratio value : reference; for the value itself where there is no reference. */
  readonly goal?: { readonly min: number } | { readonly max: number };
  readonly note?: string;
}

export interface Row {
  readonly what: string;
  readonly value: number | null;
  readonly referenceValue: number | null;
  readonly referenceName: string | null;
  readonly unit: string;
  readonly ratio: number | null;
  readonly goal: string | null;
  /** null = there is no goal, or nothing was measured. */
  readonly reached: boolean | null;
  /** Load average of the last minute over the number of cores; above 1, processes waited for a core. */
  readonly load: number;
  readonly note: string | null;
}

/** @returns the row that was sent or printed */
export function report({ what, unit, value, reference, goal, note }: Measurement): Row {
  const referenceValue = reference?.value ?? null;
  const ratio = value === null || referenceValue === null ? null : value / referenceValue;
  const judged = reference === undefined ? value : ratio;
  const row: Row = {
    what,
    value,
    referenceValue,
    referenceName: reference?.name ?? null,
    unit,
    ratio,
    goal: goal === undefined ? null : 'min' in goal ? `≥ ${goal.min}` : `≤ ${goal.max}`,
    reached:
      goal === undefined || judged === null
        ? null
        : 'min' in goal
          ? judged >= goal.min
          : judged <= goal.max,
    load: Number(((loadavg()[0] ?? 0) / availableParallelism()).toFixed(2)),
    note: note ?? null,
  };
  if (process.send === undefined) process.stdout.write(`${lineOf(row)}\n`);
  else process.send(row);
  return row;
}

const headings = [
  'what',
  'value',
  'reference',
  'unit',
  'ratio',
  'goal',
  'reached',
  'load',
] as const;
const widths = [58, 12, 34, 18, 10, 10, 9, 5] as const;

export const heading = (): string => styleText('bold', cellsOf([...headings]));

export function lineOf(row: Row): string {
  const reached = row.reached === null ? '' : row.reached ? 'yes' : 'NO';
  const reference =
    row.referenceName === null ? '' : `${formatFigure(row.referenceValue)} ${row.referenceName}`;
  const ratio = row.ratio === null ? '' : formatFigure(row.ratio);
  const cells = [
    row.what,
    formatFigure(row.value),
    reference,
    row.unit,
    ratio,
    row.goal ?? '',
    reached,
  ];
  const line = cellsOf([...cells, row.load.toFixed(1)]);
  return row.note === null ? line : `${line}\n    ${row.note}`;
}

const cellsOf = (cells: readonly string[]): string =>
  cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join(' ')
    .trimEnd();

/** Three significant digits; `not run` for null. */
export function formatFigure(value: number | null): string {
  if (value === null) return 'not run';
  const digits = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  return value.toLocaleString('en', { maximumFractionDigits: Math.max(0, 2 - digits) });
}
