/** Outcome of one step in the trace format, from the actions XState reports, pure or live. */
import type { AnyMachineSnapshot } from 'xstate';
import type { TraceOutcome } from '#contract/trace.ts';
import { toPlainJson } from './to-plain-json.ts';

/** An action as `transition` returns it and inspection reports it. */
export interface ReportedAction {
  readonly type: string;
  readonly params?: unknown;
}

type ActionSummary = Pick<TraceOutcome, 'effects' | 'invoked' | 'timers'>;

/** Sorts actions into effects, invoked actors and started timers; XState's internal ones are dropped. */
export function summarizeActions(actions: readonly ReportedAction[]): ActionSummary {
  const summary: ActionSummary = { effects: [], invoked: [], timers: {} };
  for (const { type, params } of actions) {
    if (type === 'xstate.raise') {
      const { event, delay } = params as { event: { type: string }; delay?: number };
      if (delay !== undefined) summary.timers[event.type] = delay;
    } else if (type === 'xstate.spawnChild') {
      summary.invoked.push((params as { id: string }).id);
    } else if (!type.startsWith('xstate.')) {
      summary.effects.push({ type, params: toPlainJson(params) });
    }
  }
  return summary;
}

/** A snapshot in the trace format. */
export const summarizeSnapshot = (
  snapshot: AnyMachineSnapshot,
): Pick<TraceOutcome, 'value' | 'context' | 'status'> => ({
  value: snapshot.value as TraceOutcome['value'],
  context: toPlainJson(snapshot.context),
  status: snapshot.status,
});
