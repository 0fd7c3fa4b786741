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

/** @returns null when the machine no longer has such a state */
export function snapshotAt(
  machine: AnyStateMachine,
  { value, context }: Pick<TraceOutcome, 'value' | 'context'>,
): AnyMachineSnapshot | null {
  try {
    return machine.resolveState({ value, context } as Parameters<typeof machine.resolveState>[0]);
  } catch {
    return null;
  }
}

/** Ids of the active states, without the root. */
export function activeAt(machine: AnyStateMachine, outcome: TraceOutcome): ReadonlySet<string> {
  const snapshot = snapshotAt(machine, outcome);
  return new Set(snapshot === null ? [] : activeStates(snapshot));
}

/** `signedIn.refreshing.requesting` */
export function formatStateValue(value: TraceStateValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([state, inner]) => `${state}.${formatStateValue(inner)}`)
    .join(' + ');
}
