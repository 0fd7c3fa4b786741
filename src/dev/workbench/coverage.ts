/** Coverage of a machine's states and transitions by the traces of this workbench session. */
import type { AnyStateMachine } from 'xstate';
import type { Trace } from '#contract/trace.ts';
import { statesOf, transitionsOf } from '#machines/tracing/machine-structure.ts';
import { activeAt } from './trace-position.ts';

export interface Coverage {
  /** Ids of states entered and keys of transitions taken. */
  readonly covered: ReadonlySet<string>;
  /** Such as `7/14`. */
  readonly states: string;
  readonly transitions: string;
}

export function coverageOf(machine: AnyStateMachine, traces: readonly Trace[]): Coverage {
  const states = statesOf(machine);
  const transitions = transitionsOf(machine);
  const outcomes = traces.flatMap(({ initial, steps }) => [initial, ...steps]);
  const takenKeys = new Set(outcomes.flatMap((outcome) => outcome.transitions));
  const taken = transitions.filter(({ key }) => takenKeys.has(key));
  const outcomesByValue = new Map(
    outcomes.map((outcome) => [JSON.stringify(outcome.value), outcome]),
  );
  // States left at once are in no outcome; they are known from the transitions out of them.
  const entered = new Set([
    ...[...outcomesByValue.values()].flatMap((outcome) => [...activeAt(machine, outcome)]),
    ...taken.flatMap(({ source, target }) => [source, target ?? source]),
  ]);
  const within = [...entered].map((id) => `${id}.`);
  const enteredStates = states.filter(({ id }) =>
    within.some((inner) => inner.startsWith(`${id}.`)),
  );
  return {
    covered: new Set([...enteredStates.map(({ id }) => id), ...taken.map(({ key }) => key)]),
    states: `${enteredStates.length}/${states.length}`,
    transitions: `${taken.length}/${transitions.length}`,
  };
}
