/** Replays a trace without clock or actors: reduces its events, internal ones included, with the transition function. */
import type { AnyEventObject, AnyStateMachine } from 'xstate';
import type { Trace } from '#contract/trace.ts';
import { type Divergence, differencesOf, ignoreAddedContext } from './divergence.ts';
import { firstStep, nextStep } from './pure-step.ts';

/** @returns the first divergence; null when there is none */
export function replayPure(machine: AnyStateMachine, trace: Trace): Divergence | null {
  const comparable = ignoreAddedContext(trace);
  let reached = firstStep(machine, trace.input ?? undefined);
  const atStart = differencesOf(trace.initial, comparable(reached.outcome));
  if (atStart.length > 0) return { replay: 'pure', step: -1, differences: atStart };
  for (const [step, { at: _, event, ...expected }] of trace.steps.entries()) {
    reached = nextStep(machine, reached.snapshot, event as AnyEventObject);
    const differences = differencesOf(expected, comparable(reached.outcome));
    if (differences.length > 0) return { replay: 'pure', step, differences };
  }
  return null;
}
