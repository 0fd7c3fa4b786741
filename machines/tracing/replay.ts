/** Replays a trace with a running actor: its timers fire and its invoked actors answer as recorded. */
import { type AnyEventObject, type AnyStateMachine, createActor, fromPromise } from 'xstate';
import type { Trace, TraceOutcome, TraceStep } from '#contract/trace.ts';
import {
  type Difference,
  type Divergence,
  differencesOf,
  ignoreAddedContext,
} from './divergence.ts';
import { rootInvokesOf, statesOf } from './machine-structure.ts';
import { createRecorder } from './recorder.ts';
import { createReplayClock } from './replay-clock.ts';

/** @returns the first divergence; null when there is none */
export async function replay(machine: AnyStateMachine, trace: Trace): Promise<Divergence | null> {
  const player = createPlayer(machine, trace);
  const comparable = ignoreAddedContext(trace);
  const compare = (step: number, expected: TraceOutcome) => {
    const outcome = player.outcome();
    // The machine could not read its input.
    const actual = outcome === null ? { status: 'error' as const } : comparable(outcome);
    return diverged(step, differencesOf(expected, actual));
  };
  try {
    const atStart = compare(-1, trace.initial);
    if (atStart !== null) return atStart;
    for (const [index, step] of trace.steps.entries()) {
      const { at: _at, event: _event, ...expected } = step;
      const divergence = (await player.play(index, step)) ?? compare(index, expected);
      if (divergence !== null) return divergence;
    }
    return null;
  } finally {
    player.stop();
  }
}

const diverged = (step: number, differences: readonly Difference[]): Divergence | null =>
  differences.length === 0 ? null : { step, differences };

interface PendingActor {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const actorEvent = /^xstate\.(?<how>done|error)\.actor\.(?<id>.+)$/;

/** Starts an actor whose clock and invoked actors are driven by `play`. */
export function createPlayer(machine: AnyStateMachine, trace: Pick<Trace, 'input'>) {
  const clock = createReplayClock();
  const pending = new Map<string, PendingActor>();
  const service = fromPromise<unknown, unknown>(
    ({ self }) => new Promise((resolve, reject) => pending.set(self.id, { resolve, reject })),
  );
  const names = [...rootInvokesOf(machine), ...statesOf(machine).flatMap(({ invokes }) => invokes)];
  const recorder = createRecorder({ machine, now: clock.now });
  const actor = createActor(
    machine.provide({ actors: Object.fromEntries(names.map(({ src }) => [src, service])) }),
    { clock, inspect: recorder.inspect, input: trace.input ?? undefined },
  );
  // A failing actor is reported as a divergence, not as an unhandled error.
  actor.subscribe({ error: () => {} });
  actor.start();

  /** @returns why the event could not be triggered; null when it was */
  function trigger({ at, event }: Pick<TraceStep, 'at' | 'event'>): string | null {
    clock.moveTo(at);
    const answer = actorEvent.exec(event.type)?.groups;
    if (answer !== undefined) {
      const request = pending.get(answer.id ?? '');
      if (request === undefined) return 'this actor is not invoked';
      pending.delete(answer.id ?? '');
      if (answer.how === 'done') request.resolve(event.output);
      else request.reject(event.error);
      return null;
    }
    if (event.type.startsWith('xstate.after.')) {
      return clock.fireNext() ? null : 'no timer was due';
    }
    actor.send(event as AnyEventObject);
    return null;
  }

  return {
    actor,
    clock,
    /** The outcome of the actor's last step; null when it did not start. */
    outcome: lastOutcome,
    /** Triggers one event: sends it, settles the invoked actor, or fires the timer. */
    async play(index: number, step: Pick<TraceStep, 'at' | 'event'>): Promise<Divergence | null> {
      const before = recorder.length();
      const triggerError = trigger(step);
      await flushMicrotasks();
      if (triggerError !== null) {
        return diverged(index, [
          { path: 'event', expected: step.event.type, actual: triggerError },
        ]);
      }
      return recorder.length() === before + 1
        ? null
        : diverged(index, [{ path: 'steps', expected: 1, actual: recorder.length() - before }]);
    },
    /** What was played, as a trace. */
    finish: recorder.finish,
    stop: () => actor.stop(),
  };

  function lastOutcome(): TraceOutcome | null {
    const last = recorder.last();
    if (last === null) return null;
    const { value, context, status, transitions, effects, invoked, timers } = last;
    return { value, context, status, transitions, effects, invoked, timers };
  }
}

/** A settled promise reaches the machine several microtasks later. */
async function flushMicrotasks(): Promise<void> {
  for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
}
