/** Results of each guard in a step. Guards are pure and aliases compare like the secrets, so they are evaluated again. */
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
  readonly passes: boolean;
  readonly wasTaken: boolean;
}

/** In the machine's own order: inner states first. */
export function guardResults(
  machine: AnyStateMachine,
  tracePosition: TracePosition,
): GuardResult[] {
  const { step, before, outcome } = tracePosition;
  const taken = new Set(outcome.transitions);
  const all = transitionsOf(machine);
  const results: GuardResult[] = [];
  const evaluateBranches = (
    snapshot: AnyMachineSnapshot,
    isWanted: (one: MachineTransition) => boolean,
  ) => {
    for (const transition of all) {
      if (transition.guard === null || !isWanted(transition)) continue;
      const passes = evaluate(
        machine,
        transition,
        snapshot,
        step?.event ?? { type: 'xstate.init' },
      );
      results.push({ transition, passes, wasTaken: taken.has(transition.key) });
    }
  };
  if (step !== null && before !== null) {
    const snapshot = snapshotOf(machine, before);
    for (const state of [...activeStates(snapshot).reverse(), machine.id])
      evaluateBranches(
        snapshot,
        ({ source, event }) => source === state && event === step.event.type,
      );
  }
  // Eventless transitions: evaluated in the states that were passed.
  const passed = all.filter(({ key, event }) => event === '' && taken.has(key));
  for (const { source } of passed)
    evaluateBranches(
      snapshotOf(machine, outcome),
      (one) => one.source === source && one.event === '',
    );
  return results;
}

function evaluate(
  machine: AnyStateMachine,
  { source, event: eventType, branch }: MachineTransition,
  snapshot: AnyMachineSnapshot,
  event: AnyEventObject,
): boolean {
  const node = source === machine.id ? machine.root : machine.getStateNodeById(source);
  const guard = (eventType === '' ? node.always : node.transitions.get(eventType))?.[branch]?.guard;
  return guard === undefined || evaluateGuard(guard, snapshot.context, event, snapshot);
}
