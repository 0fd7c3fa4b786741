/** Replays a trace with a running actor: a clock that rings when the trace says, and services that answer what was recorded. */
import { type AnyEventObject, type AnyStateMachine, createActor, fromPromise } from 'xstate';
import type { Trace, TraceOutcome, TraceStep } from '#contract/trace.ts';
import { type Difference, type Divergence, differencesOf } from './divergence.ts';
import { rootInvokesOf, statesOf } from './machine-structure.ts';
import { createRecorder } from './record.ts';
import { createReplayClock } from './replay-clock.ts';

/** @returns where it first diverges; null when it does not */
export async function replayLive(
  machine: AnyStateMachine,
  trace: Trace,
): Promise<Divergence | null> {
  const player = createPlayer(machine, trace);
  try {
    const atStart = player.compare(-1, trace.initial);
    if (atStart !== null) return atStart;
    for (const [index, step] of trace.steps.entries()) {
      const { at: _at, event: _event, ...expected } = step;
      const divergence = (await player.play(index, step)) ?? player.compare(index, expected);
      if (divergence !== null) return divergence;
    }
    return null;
  } finally {
    player.stop();
  }
}

interface Pending {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const answered = /^xstate\.(?<how>done|error)\.actor\.(?<id>.+)$/;

/** An actor of the machine and the hands that move it. The services it asks wait to be answered. */
export function createPlayer(machine: AnyStateMachine, trace: Pick<Trace, 'input'>) {
  const clock = createReplayClock();
  const pending = new Map<string, Pending>();
  const service = fromPromise<unknown, unknown>(
    ({ self }) => new Promise((resolve, reject) => pending.set(self.id, { resolve, reject })),
  );
  const names = [...rootInvokesOf(machine), ...statesOf(machine).flatMap(({ invokes }) => invokes)];
  const recorder = createRecorder({ machine, now: clock.now });
  const actor = createActor(
    machine.provide({ actors: Object.fromEntries(names.map(({ src }) => [src, service])) }),
    { clock, inspect: recorder.inspect, input: trace.input ?? undefined },
  );
  // An actor that fails has diverged; nobody else need hear of it.
  actor.subscribe({ error: () => {} });
  actor.start();

  /** @returns what kept the event from happening; null when it was brought about */
  function bringAbout({ at, event }: Pick<TraceStep, 'at' | 'event'>): string | null {
    clock.moveTo(at);
    const answer = answered.exec(event.type)?.groups;
    if (answer !== undefined) {
      const asked = pending.get(answer.id ?? '');
      if (asked === undefined) return 'nobody asked this service';
      pending.delete(answer.id ?? '');
      if (answer.how === 'done') asked.resolve(event.output);
      else asked.reject(event.error);
      return null;
    }
    if (event.type.startsWith('xstate.after.')) {
      return clock.ringNext() ? null : 'no timer was due';
    }
    actor.send(event as AnyEventObject);
    return null;
  }

  const diverged = (step: number, differences: readonly Difference[]): Divergence | null =>
    differences.length === 0 ? null : { replay: 'live', step, differences };

  return {
    actor,
    clock,
    /** Where the actor is, and what its last step came to. */
    outcome: lastOutcome,
    /** Brings one event about: sends it, answers the service, or rings what is due. */
    async play(index: number, step: Pick<TraceStep, 'at' | 'event'>): Promise<Divergence | null> {
      const before = recorder.length();
      const obstacle = bringAbout(step);
      await promisesToArrive();
      if (obstacle !== null) {
        return diverged(index, [{ path: 'event', expected: step.event.type, actual: obstacle }]);
      }
      return recorder.length() === before + 1
        ? null
        : diverged(index, [{ path: 'steps', expected: 1, actual: recorder.length() - before }]);
    },
    compare: (step: number, expected: TraceOutcome): Divergence | null =>
      diverged(step, differencesOf(expected, lastOutcome())),
    stop: () => actor.stop(),
  };

  function lastOutcome(): TraceOutcome {
    const last = recorder.last();
    if (last === null) throw new Error('the actor was never started');
    const { value, context, status, transitions, effects, invoked, timers } = last;
    return { value, context, status, transitions, effects, invoked, timers };
  }
}

/** An answered promise reaches the machine some turns of the queue later. */
async function promisesToArrive(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}
