/** First difference between a replay and its trace: the step, with expected and actual values. */
import type { Trace, TraceJson, TraceOutcome } from '#contract/trace.ts';
import { flatten, toPlainJson } from './to-plain-json.ts';

export interface Difference {
  /** Such as `value`, `context.reason` or `timers.xstate.after.sendTimeout…`. */
  readonly path: string;
  /** undefined = absent. */
  readonly expected: TraceJson | undefined;
  readonly actual: TraceJson | undefined;
}

export interface Divergence {
  /** Index into the trace's steps; -1 = the start. */
  readonly step: number;
  readonly differences: readonly Difference[];
}

/** Compares two outcomes leaf by leaf. @returns an empty list when they are equal */
export function differencesOf(
  expected: Partial<TraceOutcome>,
  actual: Partial<TraceOutcome>,
): Difference[] {
  const expectedLeaves = flatten(toPlainJson(expected));
  const actualLeaves = flatten(toPlainJson(actual));
  return [...new Set([...expectedLeaves.keys(), ...actualLeaves.keys()])]
    .filter(
      (path) => JSON.stringify(expectedLeaves.get(path)) !== JSON.stringify(actualLeaves.get(path)),
    )
    .map((path) => ({ path, expected: expectedLeaves.get(path), actual: actualLeaves.get(path) }));
}

/**
 * Leaves out what the machine's context has got since: fields that no step of the trace has. A new field alone is no
 * divergence.
 */
export function ignoreAddedContext(trace: Trace): (outcome: TraceOutcome) => TraceOutcome {
  const recorded = new Set(
    [trace.initial, ...trace.steps].flatMap(({ context }) => Object.keys(context ?? {})),
  );
  return (outcome) => {
    const { context } = outcome;
    if (typeof context !== 'object' || context === null || Array.isArray(context)) return outcome;
    const fields = Object.entries(context).filter(([field]) => recorded.has(field));
    return { ...outcome, context: Object.fromEntries(fields) };
  };
}
