/** What each guard said in a step. Guards are pure, and aliases keep what they compare, so they are simply asked again. */
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { evaluateGuard } from 'xstate/guards';
import {
  activeStates,
  type MachineTransition,
  transitionsOf,
} from '#machines/tracing/machine-structure.ts';
import { snapshotOf, type TracePosition } from './trace-position.ts';

export interface GuardResult {
  readonly transition: MachineTransition;
  readonly holds: boolean;
  readonly wasTaken: boolean;
}

/** In the order in which the machine asks: inner states first. */
export function guardResults(machine: AnyStateMachine, moment: TracePosition): GuardResult[] {
  const { step, before, outcome } = moment;
  const taken = new Set(outcome.transitions);
  const all = transitionsOf(machine);
  const results: GuardResult[] = [];
  const ask = (snapshot: AnyMachineSnapshot, wanted: (one: MachineTransition) => boolean) => {
    for (const transition of all) {
      if (transition.guard === null || !wanted(transition)) continue;
      const holds = evaluate(machine, transition, snapshot, step?.event ?? { type: 'xstate.init' });
      results.push({ transition, holds, wasTaken: taken.has(transition.key) });
    }
  };
  if (step !== null && before !== null) {
    const snapshot = snapshotOf(machine, before);
    for (const state of [...activeStates(snapshot).reverse(), machine.id])
      ask(snapshot, ({ source, event }) => source === state && event === step.event.type);
  }
  // Taken at once on the way: asked where the way led through.
  const passed = all.filter(({ key, event }) => event === '' && taken.has(key));
  for (const { source } of passed)
    ask(snapshotOf(machine, outcome), (one) => one.source === source && one.event === '');
  return results;
}

function evaluate(
  machine: AnyStateMachine,
  { source, event, branch }: MachineTransition,
  snapshot: AnyMachineSnapshot,
  given: AnyEventObject,
): boolean {
  const node = source === machine.id ? machine.root : machine.getStateNodeById(source);
  const guard = (event === '' ? node.always : node.transitions.get(event))?.[branch]?.guard;
  return guard === undefined || evaluateGuard(guard, snapshot.context, given, snapshot);
}

/** Types of the events that the states of a snapshot answer to. */
export const eventsAcceptedIn = (
  machine: AnyStateMachine,
  active: ReadonlySet<string>,
): Set<string> =>
  new Set(
    transitionsOf(machine)
      .filter(({ source }) => source === machine.id || active.has(source))
      .map(({ event }) => event),
  );
