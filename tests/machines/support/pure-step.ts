/** One pure step of a machine, with the transitions it took, which XState's own `transition` does not report. */
import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
} from 'xstate';
import type { TraceOutcome } from '#contract/trace.ts';
import { describeTransition } from '#machines/tracing/machine-structure.ts';
import {
  type ReportedAction,
  summarizeActions,
  summarizeSnapshot,
} from '#machines/tracing/step-outcome.ts';

export interface PureStep {
  readonly snapshot: AnyMachineSnapshot;
  readonly outcome: TraceOutcome;
}

type Scope = Parameters<AnyStateMachine['transition']>[2];

function stepWith(machine: AnyStateMachine, move: (scope: Scope) => AnyMachineSnapshot): PureStep {
  const transitions: string[] = [];
  const actions: ReportedAction[] = [];
  // Never started: provides the scope XState requires, and its inspection reports the transitions.
  const scopeActor = createActor(machine, { input: undefined });
  scopeActor.system.inspect((report) => {
    if (report.type === '@xstate.microstep')
      transitions.push(...report._transitions.map((taken) => describeTransition(taken).key));
  });
  const snapshot = move({
    self: scopeActor,
    id: '',
    sessionId: '',
    logger: () => {},
    defer: () => {},
    stopChild: () => {},
    emit: () => {},
    system: scopeActor.system,
    actionExecutor: (action) => {
      actions.push(action);
    },
  });
  return {
    snapshot,
    outcome: { ...summarizeSnapshot(snapshot), transitions, ...summarizeActions(actions) },
  };
}

export const firstStep = (machine: AnyStateMachine, input: unknown): PureStep =>
  stepWith(machine, (scope) => machine.getInitialSnapshot(scope, input));

export const nextStep = (
  machine: AnyStateMachine,
  snapshot: AnyMachineSnapshot,
  event: AnyEventObject,
): PureStep => stepWith(machine, (scope) => machine.transition(snapshot, event, scope));
