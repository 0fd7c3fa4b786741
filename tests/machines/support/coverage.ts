/** Coverage of a machine by test paths, as a table row. */
import type { AnyStateMachine } from 'xstate';
import { guardRejectionsOf, statesOf, transitionsOf } from '#machines/tracing/machine-structure.ts';
import type { TestPath } from './generate-paths.ts';

interface Fraction {
  readonly reached: number;
  readonly of: number;
}

export interface CoverageRow {
  readonly machine: string;
  readonly paths: number;
  readonly steps: number;
  readonly states: Fraction;
  /** Each branch of a guard on its own. */
  readonly transitions: Fraction;
  /** Events rejected by every guard. */
  readonly rejections: Fraction;
  readonly missing: readonly string[];
}

export function coverageRow(
  machine: AnyStateMachine,
  paths: readonly TestPath[],
  covered: ReadonlySet<string>,
): CoverageRow {
  const states = statesOf(machine).map(({ id }) => id);
  const transitions = transitionsOf(machine).map(({ key }) => key);
  const rejections = guardRejectionsOf(machine);
  const fractionOf = (all: readonly string[]): Fraction => ({
    reached: all.filter((key) => covered.has(key)).length,
    of: all.length,
  });
  return {
    machine: machine.id,
    paths: paths.length,
    steps: paths.reduce((sum, { edges }) => sum + edges.length, 0),
    states: fractionOf(states),
    transitions: fractionOf(transitions),
    rejections: fractionOf(rejections),
    missing: [...states, ...transitions, ...rejections].filter((key) => !covered.has(key)),
  };
}

const columns = ['machine', 'states', 'transitions', 'rejections', 'paths', 'steps', 'covered'];

/** The rows as an aligned text table. */
export function coverageTable(rows: readonly CoverageRow[]): string {
  const text = ({ reached, of }: Fraction) => `${reached}/${of}`;
  const cells = rows.map(({ machine, states, transitions, rejections, paths, steps }) => {
    const all = [states, transitions, rejections];
    const reached = all.reduce((sum, fractionOf) => sum + fractionOf.reached, 0);
    const of = all.reduce((sum, fractionOf) => sum + fractionOf.of, 0);
    return [
      machine,
      ...all.map(text),
      String(paths),
      String(steps),
      `${Math.floor((100 * reached) / of)} %`,
    ];
  });
  const table = [columns, ...cells];
  const widths = columns.map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  return table
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}
