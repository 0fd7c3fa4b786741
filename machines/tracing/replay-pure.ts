/** Replays a trace without clock or actors: reduces its events, internal ones included, with the transition function. */
import type { AnyEventObject, AnyStateMachine } from 'xstate';
import type { Trace, TraceOutcome } from '#contract/trace.ts';
import { type Divergence, differencesOf, ignoreAddedContext } from './divergence.ts';
import { firstStep, nextStep, type PureStep } from './pure-step.ts';

/** @returns the first divergence; null when there is none */
export function replayPure(machine: AnyStateMachine, trace: Trace): Divergence | null {
  const comparable = ignoreAddedContext(trace);
  let reached = firstStep(machine, trace.input ?? undefined);
  const atStart = differencesOf(trace.initial, comparable(reached.outcome));
  if (atStart.length > 0) return { replay: 'pure', step: -1, differences: atStart };
  for (const [step, { at: _, event, ...expected }] of trace.steps.entries()) {
    const { snapshot } = reached;
    const next = attempt(() => nextStep(machine, snapshot, event as AnyEventObject));
    if (next instanceof Error) return { replay: 'pure', step, differences: thrown(expected, next) };
    reached = next;
    const differences = differencesOf(expected, comparable(reached.outcome));
    if (differences.length > 0) return { replay: 'pure', step, differences };
  }
  return null;
}

/** An event of a file may have what the machine's own types rule out, on which its guards and actions throw. */
function attempt(move: () => PureStep): PureStep | Error {
  try {
    return move();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const thrown = ({ status }: TraceOutcome, error: Error): Divergence['differences'] => [
  { path: 'status', expected: status, actual: `error: ${error.message}` },
];
