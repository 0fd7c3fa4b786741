/** Results of each guard in a step. Guards are pure and aliases compare like the secrets, so they are evaluated again. */
import { type AnyMachineSnapshot, type AnyStateMachine, getNextTransitions } from 'xstate';
import { evaluateGuard } from 'xstate/guards';
import {
  describeTransition,
  type MachineTransition,
  type TransitionDefinition,
  transitionsOf,
} from '#machines/tracing/machine-structure.ts';
import { snapshotAt, type TracePosition } from './trace-position.ts';

export interface GuardResult {
  readonly transition: MachineTransition;
  readonly passes: boolean;
  readonly wasTaken: boolean;
}

/** In the machine's own order: inner states first. */
export function guardResults(
  machine: AnyStateMachine,
  { step, before, outcome }: TracePosition,
): GuardResult[] {
  const event = step?.event ?? { type: 'xstate.init' };
  const taken = new Set(outcome.transitions);
  const evaluate = (
    snapshot: AnyMachineSnapshot | null,
    branches: readonly TransitionDefinition[] = [],
  ): GuardResult[] =>
    branches.flatMap((branch) => {
      if (branch.guard === undefined || snapshot === null) return [];
      const transition = describeTransition(branch);
      const passes = evaluateGuard(branch.guard, snapshot.context, event, snapshot);
      return [{ transition, passes, wasTaken: taken.has(transition.key) }];
    });
  const left = before && snapshotAt(machine, before);
  const ofEvent = left && getNextTransitions(left).filter((one) => one.eventType === event.type);
  // Eventless transitions: evaluated in the states that were passed.
  const passed = transitionsOf(machine).filter((one) => one.event === '' && taken.has(one.key));
  const entered = snapshotAt(machine, outcome);
  const eventless = passed.flatMap(({ source }) => machine.getStateNodeById(source).always ?? []);
  return [...evaluate(left, ofEvent ?? []), ...evaluate(entered, eventless)];
}
