/** Where a replay leaves its trace: the step, and what was expected beside what happened. */
import type { Trace, TraceJson, TraceOutcome } from '#contract/trace.ts';
import { leavesOf, plain } from './to-plain-json.ts';

export interface Difference {
  /** Such as `value`, `context.reason` or `timers.xstate.after.sendPatience…`. */
  readonly path: string;
  /** undefined = not there. */
  readonly expected: TraceJson | undefined;
  readonly actual: TraceJson | undefined;
}

export interface Divergence {
  readonly replay: 'pure' | 'live';
  /** Index into the trace's steps; -1 = the start. */
  readonly step: number;
  readonly differences: readonly Difference[];
}

/** Compares two outcomes leaf by leaf. @returns nothing when they are the same */
export function differencesOf(
  expected: Partial<TraceOutcome>,
  actual: Partial<TraceOutcome>,
): Difference[] {
  const wanted = leavesOf(plain(expected));
  const got = leavesOf(plain(actual));
  return [...new Set([...wanted.keys(), ...got.keys()])]
    .filter((path) => JSON.stringify(wanted.get(path)) !== JSON.stringify(got.get(path)))
    .map((path) => ({ path, expected: wanted.get(path), actual: got.get(path) }));
}

const shown = (value: TraceJson | undefined): string =>
  value === undefined ? '(absent)' : JSON.stringify(value);

/** A divergence for people: the step, then expected and actual side by side. */
export function explain(trace: Trace, { replay, step, differences }: Divergence): string {
  const event = trace.steps[step];
  const where =
    event === undefined
      ? 'at the start'
      : `at step ${step + 1} of ${trace.steps.length}, ${event.event.type}, ${event.at} ms in`;
  const rows = [
    ['', 'expected', 'actual'],
    ...differences.map(({ path, expected, actual }) => [path, shown(expected), shown(actual)]),
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [
    `“${trace.title}” (${trace.machine}, ${replay} replay) diverges ${where}:`,
    ...lines,
  ].join('\n  ');
}
