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
  const parents = new Map(states.map(({ id, parent }) => [id, parent]));
  const covered = new Set<string>();
  const enter = (id: string | null): void => {
    for (let state = id; state !== null && state !== undefined; state = parents.get(state) ?? null)
      covered.add(state);
  };
  const outcomes = traces.flatMap(({ initial, steps }) => [initial, ...steps]);
  for (const outcome of outcomes) for (const key of outcome.transitions) covered.add(key);
  // States left at once are in no outcome; they are known from the transitions out of them.
  for (const { key, source, target } of transitions) {
    if (!covered.has(key)) continue;
    enter(source);
    enter(target);
  }
  const outcomesByValue = new Map(
    outcomes.map((outcome) => [JSON.stringify(outcome.value), outcome]),
  );
  for (const outcome of outcomesByValue.values())
    for (const id of activeAt(machine, outcome)) enter(id);
  return {
    covered,
    states: `${states.filter(({ id }) => covered.has(id)).length}/${states.length}`,
    transitions: `${transitions.filter(({ key }) => covered.has(key)).length}/${transitions.length}`,
  };
}
