/** Replays a trace without clock or services: its events, the inner ones too, folded over the machine's transition function. */
import { type AnyEventObject, type AnyStateMachine, initialTransition, transition } from 'xstate';
import type { Trace, TraceOutcome } from '#contract/trace.ts';
import { type Divergence, differencesOf } from './divergence.ts';
import { askedBy, placeOf } from './outcome.ts';

/** @returns where it first diverges; null when it does not. Which transitions were taken is the live replay's to compare. */
export function replayPure(machine: AnyStateMachine, trace: Trace): Divergence | null {
  const compare = (
    step: number,
    { transitions: _, ...expected }: TraceOutcome,
    [snapshot, actions]: ReturnType<typeof transition>,
  ): Divergence | null => {
    const differences = differencesOf(expected, { ...placeOf(snapshot), ...askedBy(actions) });
    return differences.length === 0 ? null : { replay: 'pure', step, differences };
  };
  let reached = initialTransition(machine, trace.input ?? undefined);
  const atStart = compare(-1, trace.initial, reached);
  if (atStart !== null) return atStart;
  for (const [index, { at: _, event, ...expected }] of trace.steps.entries()) {
    reached = transition(machine, reached[0], event as AnyEventObject);
    const divergence = compare(index, expected, reached);
    if (divergence !== null) return divergence;
  }
  return null;
}
