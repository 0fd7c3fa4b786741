/** A divergence as text, for a terminal. */
import type { Trace, TraceJson } from '#contract/trace.ts';
import type { Divergence } from '#machines/tracing/divergence.ts';

const format = (value: TraceJson | undefined): string =>
  value === undefined ? '(absent)' : JSON.stringify(value);

/** The step, then expected and actual side by side. */
export function formatDivergence(trace: Trace, { step, differences }: Divergence): string {
  const event = trace.steps[step];
  const where =
    event === undefined
      ? 'at the start'
      : `at step ${step + 1} of ${trace.steps.length}, ${event.event.type}, ${event.at} ms in`;
  const rows = [
    ['', 'expected', 'actual'],
    ...differences.map(({ path, expected, actual }) => [path, format(expected), format(actual)]),
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [`“${trace.title}” (${trace.machine}) diverges ${where}:`, ...lines].join('\n  ');
}
