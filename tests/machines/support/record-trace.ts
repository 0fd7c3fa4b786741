/** Records a trace of a machine that is sent some events, for unit tests. */
import { type AnyEventObject, type AnyStateMachine, createActor } from 'xstate';
import type { Trace } from '#contract/trace.ts';
import { createRecorder } from '#machines/tracing/recorder.ts';
import { createReplayClock } from '#machines/tracing/replay-clock.ts';

export function recordTrace(
  machine: AnyStateMachine,
  events: readonly AnyEventObject[],
  input?: object,
): Trace {
  const clock = createReplayClock();
  const recorder = createRecorder({ machine, now: clock.now });
  const actor = createActor(machine, { clock, inspect: recorder.inspect, input }).start();
  for (const event of events) actor.send(event);
  return recorder.finish('A recording', new Date(0));
}

/** Events of the contact form: a submit that fails validation, then a valid one. */
export const contactFormEvents: readonly AnyEventObject[] = [
  { type: 'OPEN' },
  { type: 'SUBMIT' },
  { type: 'EDIT', part: { name: 'Ana', email: 'a@example.com', subject: 'Hola', message: 'Hola' } },
  { type: 'SUBMIT' },
];
