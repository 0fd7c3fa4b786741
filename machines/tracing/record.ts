/** Records what an actor is told and what becomes of it, through XState's inspection. A recording begins where its actor begins. */
import type { ActorRefLike, AnyMachineSnapshot, AnyStateMachine, InspectionEvent } from 'xstate';
import type { Trace, TraceJson, TraceOutcome, TraceStep } from '#contract/trace.ts';
import { fingerprintOf } from './fingerprint.ts';
import { keysOfTaken } from './machine-structure.ts';
import { askedBy, placeOf, type ReportedAction } from './step-outcome.ts';
import { plain } from './to-plain-json.ts';

export interface RecorderOptions {
  readonly machine: AnyStateMachine;
  /** Milliseconds; the same clock the actor has. */
  readonly now: () => number;
  /** Replaces secrets by aliases, the same secret always by the same alias. */
  readonly redact?: (value: TraceJson) => TraceJson;
}

export interface Recorder {
  /** For `createActor`'s `inspect`. Follows the first actor it sees, not the actors that one starts. */
  readonly inspect: (event: InspectionEvent) => void;
  /** How many steps there are so far. */
  readonly length: () => number;
  /** The last step recorded, or the beginning; null before the actor started. */
  readonly last: () => TraceStep | TraceOutcome | null;
  /** @throws when the actor has not been started */
  readonly finish: (title: string, recordedAt: Date) => Trace;
}

export function createRecorder({
  machine,
  now,
  redact = (value) => value,
}: RecorderOptions): Recorder {
  const startedAtMs = now();
  let root: ActorRefLike | null = null;
  let actions: ReportedAction[] = [];
  let transitions: string[] = [];
  let initial: TraceOutcome | null = null;
  let input: TraceJson = null;
  const steps: TraceStep[] = [];

  function close(snapshot: AnyMachineSnapshot): TraceOutcome {
    const { effects, ...asked } = askedBy(actions);
    const { context, ...place } = placeOf(snapshot);
    const outcome = {
      ...place,
      context: redact(context),
      transitions,
      effects: effects.map(({ type, params }) => ({ type, params: redact(params) })),
      ...asked,
    };
    actions = [];
    transitions = [];
    return outcome;
  }

  return {
    inspect(report) {
      if (report.type === '@xstate.actor') root ??= report.actorRef;
      if (report.actorRef !== root) return;
      if (report.type === '@xstate.action') actions.push(report.action);
      if (report.type === '@xstate.microstep') {
        transitions.push(...keysOfTaken(report._transitions));
      }
      // An event is announced when it is sent; what belongs to it is known when it has been taken.
      if (report.type !== '@xstate.snapshot') return;
      const { event } = report;
      // Being stopped is not a step: it is where the recording ends.
      if (event.type === 'xstate.stop') return;
      const outcome = close(report.snapshot as AnyMachineSnapshot);
      if (initial === null) {
        initial = outcome;
        input = redact(plain('input' in event ? event.input : null));
      } else {
        steps.push({
          at: Math.max(0, Math.round(now() - startedAtMs)),
          event: redact(plain(event)) as TraceStep['event'],
          ...outcome,
        });
      }
    },
    length: () => steps.length,
    last: () => steps.at(-1) ?? initial,
    finish(title, recordedAt) {
      if (initial === null) throw new Error('Nothing was recorded: the actor was never started.');
      return {
        format: 'vigia-trace',
        version: 1,
        machine: machine.id,
        fingerprint: fingerprintOf(machine),
        title,
        recordedAt: recordedAt.toISOString(),
        input,
        initial,
        steps: [...steps],
      };
    },
  };
}
