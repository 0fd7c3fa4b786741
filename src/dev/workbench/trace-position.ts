/** One moment of a trace: where the machine was, and the step that brought it there. */
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { Trace, TraceOutcome, TraceStateValue, TraceStep } from '#contract/trace.ts';
import { activeStates } from '#machines/tracing/machine-structure.ts';

export interface TracePosition {
  /** -1 = as it started. */
  readonly index: number;
  readonly step: TraceStep | null;
  readonly outcome: TraceOutcome;
  /** Where it was before the step; null at the start. */
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

/** @returns nothing when the machine no longer has such a state */
export function activeAt(machine: AnyStateMachine, outcome: TraceOutcome): ReadonlySet<string> {
  try {
    return new Set(activeStates(snapshotOf(machine, outcome)));
  } catch {
    return new Set();
  }
}

/** `signedIn.renewing.refreshing` */
export function valueWords(value: TraceStateValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([state, inner]) => `${state}.${valueWords(inner)}`)
    .join(' + ');
}
