/** How much of a machine has been reached, as a row of a table. */
import type { AnyStateMachine } from 'xstate';
import { refusalsOf, statesOf, transitionsOf } from '#machines/tracing/machine-structure.ts';
import type { TestPath } from './generate-paths.ts';

interface Share {
  readonly reached: number;
  readonly of: number;
}

export interface CoverageRow {
  readonly machine: string;
  readonly paths: number;
  readonly steps: number;
  readonly states: Share;
  /** Each branch of a guard on its own. */
  readonly transitions: Share;
  /** Events every guard turned away. */
  readonly refusals: Share;
  readonly missing: readonly string[];
}

export function coverageRow(
  machine: AnyStateMachine,
  tours: readonly TestPath[],
  covered: ReadonlySet<string>,
): CoverageRow {
  const states = statesOf(machine).map(({ id }) => id);
  const transitions = transitionsOf(machine).map(({ key }) => key);
  const refusals = refusalsOf(machine);
  const share = (all: readonly string[]): Share => ({
    reached: all.filter((key) => covered.has(key)).length,
    of: all.length,
  });
  return {
    machine: machine.id,
    paths: tours.length,
    steps: tours.reduce((sum, { edges }) => sum + edges.length, 0),
    states: share(states),
    transitions: share(transitions),
    refusals: share(refusals),
    missing: [...states, ...transitions, ...refusals].filter((key) => !covered.has(key)),
  };
}

const columns = ['machine', 'states', 'transitions', 'refusals', 'paths', 'steps', 'covered'];

/** The rows under one another, in columns. */
export function coverageTable(rows: readonly CoverageRow[]): string {
  const text = ({ reached, of }: Share) => `${reached}/${of}`;
  const cells = rows.map(({ machine, states, transitions, refusals, paths, steps }) => {
    const all = [states, transitions, refusals];
    const reached = all.reduce((sum, share) => sum + share.reached, 0);
    const of = all.reduce((sum, share) => sum + share.of, 0);
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
