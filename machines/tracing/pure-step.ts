/** One step of a machine without clock, services or effects, and which transitions it took: XState's own `transition` leaves those out. */
import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
} from 'xstate';
import type { TraceOutcome } from '#contract/trace.ts';
import { keysOfTaken } from './machine-structure.ts';
import { askedBy, placeOf, type ReportedAction } from './step-outcome.ts';

export interface PureStep {
  readonly snapshot: AnyMachineSnapshot;
  readonly outcome: TraceOutcome;
}

type Scope = Parameters<AnyStateMachine['transition']>[2];

function stepWith(machine: AnyStateMachine, move: (scope: Scope) => AnyMachineSnapshot): PureStep {
  const transitions: string[] = [];
  const actions: ReportedAction[] = [];
  // Never started: it only lends the scope that XState wants, and hears what is taken.
  const bystander = createActor(machine, { input: undefined });
  bystander.system.inspect((report) => {
    if (report.type === '@xstate.microstep') transitions.push(...keysOfTaken(report._transitions));
  });
  const snapshot = move({
    self: bystander,
    id: '',
    sessionId: '',
    logger: () => {},
    defer: () => {},
    stopChild: () => {},
    emit: () => {},
    system: bystander.system,
    actionExecutor: (action) => {
      actions.push(action);
    },
  });
  return { snapshot, outcome: { ...placeOf(snapshot), transitions, ...askedBy(actions) } };
}

export const firstStep = (machine: AnyStateMachine, input: unknown): PureStep =>
  stepWith(machine, (scope) => machine.getInitialSnapshot(scope, input));

export const nextStep = (
  machine: AnyStateMachine,
  snapshot: AnyMachineSnapshot,
  event: AnyEventObject,
): PureStep => stepWith(machine, (scope) => machine.transition(snapshot, event, scope));
