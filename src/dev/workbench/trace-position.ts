/** One position in a trace: the machine's outcome there, and the step that led to it. */
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { Trace, TraceOutcome, TraceStateValue, TraceStep } from '#contract/trace.ts';
import { activeStates } from '#machines/tracing/machine-structure.ts';

export interface TracePosition {
  /** -1 = the start. */
  readonly index: number;
  readonly step: TraceStep | null;
  readonly outcome: TraceOutcome;
  /** Outcome before the step; null at the start. */
  readonly before: TraceOutcome | null;
}

export function positionAt(trace: Trace, index: number): TracePosition {
  const outcomes: readonly TraceOutcome[] = [trace.initial, ...trace.steps];
  return {
    index,
    step: trace.steps[index] ?? null,
    outcome: outcomes[index + 1] ?? trace.initial,
    before: index < 0 ? null : (outcomes[index] ?? null),
  };
}

export const snapshotOf = (
  machine: AnyStateMachine,
  { value, context }: Pick<TraceOutcome, 'value' | 'context'>,
): AnyMachineSnapshot =>
  machine.resolveState({ value, context } as Parameters<AnyStateMachine['resolveState']>[0]);

/** @returns an empty set when the machine no longer has such a state */
export function activeAt(machine: AnyStateMachine, outcome: TraceOutcome): ReadonlySet<string> {
  try {
    return new Set(activeStates(snapshotOf(machine, outcome)));
  } catch {
    return new Set();
  }
}

/** `signedIn.refreshing.requesting` */
export function formatStateValue(value: TraceStateValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([state, inner]) => `${state}.${formatStateValue(inner)}`)
    .join(' + ');
}
