/** Records an actor's events and outcomes as a trace, through XState's inspection. A recording starts with its actor. */
import type { ActorRefLike, AnyMachineSnapshot, AnyStateMachine, InspectionEvent } from 'xstate';
import type { Trace, TraceJson, TraceOutcome, TraceStep } from '#contract/trace.ts';
import { fingerprintOf } from './fingerprint.ts';
import { describeTransition } from './machine-structure.ts';
import { type ReportedAction, summarizeActions, summarizeSnapshot } from './step-outcome.ts';
import { toPlainJson } from './to-plain-json.ts';

export interface RecorderOptions {
  readonly machine: AnyStateMachine;
  /** Milliseconds on the actor's clock. */
  readonly now: () => number;
  /** Replaces secrets with aliases; the same secret always gets the same alias. */
  readonly redact?: (value: TraceJson) => TraceJson;
}

export interface Recorder {
  /** For `createActor`'s `inspect`. Records the first actor it sees, not its children. */
  readonly inspect: (event: InspectionEvent) => void;
  /** Number of steps recorded. */
  readonly length: () => number;
  /** The last step, or the initial outcome; null before the actor started. */
  readonly last: () => TraceStep | TraceOutcome | null;
  /** @throws when the actor has not been started */
  readonly finish: (title: string, recordedAt: Date) => Trace;
}

export function createRecorder({
  machine,
  now,
  redact = (value) => value,
}: RecorderOptions): Recorder {
  let startedAtMs = now();
  let root: ActorRefLike | null = null;
  let actions: ReportedAction[] = [];
  let transitions: string[] = [];
  let initial: TraceOutcome | null = null;
  let input: TraceJson = null;
  const steps: TraceStep[] = [];

  function takeOutcome(snapshot: AnyMachineSnapshot): TraceOutcome {
    const { effects, ...requests } = summarizeActions(actions);
    const { context, ...stateAndStatus } = summarizeSnapshot(snapshot);
    const outcome = {
      ...stateAndStatus,
      context: redact(context),
      transitions,
      effects: effects.map(({ type, params }) => ({ type, params: redact(params) })),
      ...requests,
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
        transitions.push(...report._transitions.map((taken) => describeTransition(taken).key));
      }
      // An event is reported when it is sent; its outcome is known with the next snapshot.
      if (report.type !== '@xstate.snapshot') return;
      const { event } = report;
      // Being stopped is not a step but the end of the recording.
      if (event.type === 'xstate.stop') return;
      const outcome = takeOutcome(report.snapshot as AnyMachineSnapshot);
      if (event.type === 'xstate.init' && initial !== null) {
        // React's strict mode stops a machine and starts the same one again from its initial state.
        startedAtMs = now();
        steps.length = 0;
      } else if (initial === null) {
        initial = outcome;
        input = redact(toPlainJson('input' in event ? event.input : null));
      } else {
        steps.push({
          at: Math.max(0, Math.round(now() - startedAtMs)),
          event: redact(toPlainJson(event)) as TraceStep['event'],
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
