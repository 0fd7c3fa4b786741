/** Records a trace again: the same events, answers and timers on the machine as it is now. */
import type { AnyStateMachine } from 'xstate';
import { type Trace, trace as traceSchema } from '#contract/trace.ts';
import { createPlayer } from '#machines/tracing/replay.ts';

/**
 * A timer whose delay has grown fires when it is due now. Title and time stay, the latter unless an outcome changed.
 * @throws Error at the first event that cannot happen any more: no such actor is invoked, no such timer runs
 */
export async function recordAgain(machine: AnyStateMachine, trace: Trace): Promise<Trace> {
  const player = createPlayer(machine, trace);
  try {
    for (const [index, { at, event }] of trace.steps.entries()) {
      const isTimer = event.type.startsWith('xstate.after.');
      const dueAt = isTimer ? (player.clock.nextDueAtMs() ?? at) : at;
      const divergence = await player.play(index, { at: Math.max(at, dueAt), event });
      const played = player.finish(trace.title, new Date()).steps.at(-1)?.event.type;
      const reason =
        divergence?.differences[0]?.actual ?? (played === event.type ? null : `${played} instead`);
      if (reason !== null)
        throw new Error(`step ${index + 1} of ${trace.steps.length}, ${event.type}: ${reason}`);
    }
    const recorded = traceSchema.parse(player.finish(trace.title, new Date()));
    const outcomesOf = ({ initial, steps }: Trace) => JSON.stringify([initial, steps]);
    return outcomesOf(recorded) === outcomesOf(traceSchema.parse(trace))
      ? { ...recorded, recordedAt: trace.recordedAt }
      : recorded;
  } finally {
    player.stop();
  }
}
