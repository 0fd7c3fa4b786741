/** What one step of a machine came to, in the words of a trace: from the actions XState reports, pure or live. */
import type { AnyMachineSnapshot } from 'xstate';
import type { TraceOutcome } from '#contract/trace.ts';
import { plain } from './to-plain-json.ts';

/** An action as `transition` returns it and inspection reports it. */
export interface ReportedAction {
  readonly type: string;
  readonly params?: unknown;
}

type Asked = Pick<TraceOutcome, 'effects' | 'invoked' | 'timers'>;

/** Sorts actions into effects, services asked and timers begun; the rest is XState's own housekeeping. */
export function askedBy(actions: readonly ReportedAction[]): Asked {
  const asked: Asked = { effects: [], invoked: [], timers: {} };
  for (const { type, params } of actions) {
    if (type === 'xstate.raise') {
      const { event, delay } = params as { event: { type: string }; delay?: number };
      if (delay !== undefined) asked.timers[event.type] = delay;
    } else if (type === 'xstate.spawnChild') {
      asked.invoked.push((params as { id: string }).id);
    } else if (!type.startsWith('xstate.')) {
      asked.effects.push({ type, params: plain(params) });
    }
  }
  return asked;
}

/** Where a snapshot is, in the words of a trace. */
export const placeOf = (
  snapshot: AnyMachineSnapshot,
): Pick<TraceOutcome, 'value' | 'context' | 'status'> => ({
  value: snapshot.value as TraceOutcome['value'],
  context: plain(snapshot.context),
  status: snapshot.status,
});
