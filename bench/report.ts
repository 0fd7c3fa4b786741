/** Prints one row of a bench. */
import { availableParallelism, loadavg } from 'node:os';

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

export function report({ what, unit, value, reference, goal, note }: Measurement): void {
  const cells = [what.padEnd(70), formatFigure(value), unit];
  let judged = value;
  if (reference !== undefined) {
    judged = value === null || reference.value === null ? null : value / reference.value;
    cells.push(
      `· ${formatFigure(judged)} times ${formatFigure(reference.value)} ${reference.name}`,
    );
  }
  if (goal !== undefined) {
    const isReached = judged !== null && ('min' in goal ? judged >= goal.min : judged <= goal.max);
    const limit = 'min' in goal ? `≥ ${goal.min}` : `≤ ${goal.max}`;
    cells.push(
      `· goal ${limit}: ${judged === null ? 'not run' : isReached ? 'reached' : 'NOT REACHED'}`,
    );
  }
  // Above 1, processes waited for a core.
  const load = (loadavg()[0] ?? 0) / availableParallelism();
  cells.push(`· load ${load.toFixed(1)}`);
  if (note !== undefined) cells.push(`\n    ${note}`);
  process.stdout.write(`${cells.join(' ')}\n`);
}

/** Three significant digits. */
function formatFigure(value: number | null): string {
  if (value === null) return 'not run';
  const digits = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  return value.toLocaleString('en', { maximumFractionDigits: Math.max(0, 2 - digits) });
}
