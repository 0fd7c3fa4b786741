/** Inspects every machine of a tab, posts their steps to the workbench, and executes its commands. */
import type { ActorRefLike, AnyActorLogic, AnyEventObject, AnyStateMachine } from 'xstate';
import { type InspectionEvent, StateMachine } from 'xstate';
import { createRedactor } from '#contract/redaction.ts';
import type { TraceJson } from '#contract/trace.ts';
import { createRecorder, type Recorder } from '#machines/tracing/recorder.ts';
import { type FromApp, type FromWorkbench, openChannel } from '../workbench-channel.ts';
import type { ControllableClock } from './controllable-clock.ts';

interface InspectedMachine {
  readonly machine: AnyStateMachine;
  readonly ref: ActorRefLike;
  readonly id: string;
  readonly recorder: Recorder;
  hasStopped: boolean;
}

/** @param tab id of this tab */
export function createProbe(tab: string, clock: ControllableClock, restart: () => void) {
  const redactor = createRedactor();
  const inspected = new Map<string, InspectedMachine>();
  const channel = openChannel<FromApp>(handleMessage);

  function track(ref: ActorRefLike): void {
    const { logic: machine } = ref as ActorRefLike & { logic?: AnyActorLogic };
    if (!(machine instanceof StateMachine)) return;
    const recorder = createRecorder({ machine, now: clock.now, redact: redactor.redact });
    const id = `${tab} ${machine.id}-${inspected.size}`;
    inspected.set(ref.sessionId, { machine, ref, id, recorder, hasStopped: false });
  }

  function postStart({ id, recorder, machine, hasStopped }: InspectedMachine): void {
    const trace = recorder.finish(machine.id, new Date());
    channel.post({ kind: 'started', tab, actor: id, trace });
    if (hasStopped) channel.post({ kind: 'stopped', tab, actor: id });
  }

  const postClock = () => channel.post({ kind: 'clock', tab, clock: clock.state() });

  function inspect(report: InspectionEvent): void {
    const { actorRef: ref } = report;
    // Only root machines; their child actors are part of them.
    if (report.rootId !== ref.sessionId) return;
    if (report.type === '@xstate.actor') track(ref);
    const seen = inspected.get(ref.sessionId);
    if (seen === undefined) return;
    seen.recorder.inspect(report);
    if (report.type !== '@xstate.snapshot') return;
    const last = seen.recorder.last();
    seen.hasStopped = report.event.type === 'xstate.stop';
    if (seen.hasStopped) channel.post({ kind: 'stopped', tab, actor: seen.id });
    else if (last !== null && 'event' in last)
      channel.post({ kind: 'stepped', tab, actor: seen.id, step: last });
    else postStart(seen);
    postClock();
  }

  function handleMessage(message: FromApp | FromWorkbench): void {
    if (message.kind === 'who') {
      for (const seen of inspected.values()) if (seen.recorder.last() !== null) postStart(seen);
      postClock();
      return;
    }
    if (message.tab !== tab) return;
    if (message.kind === 'send') {
      const event = redactor.reveal(message.event as TraceJson) as AnyEventObject;
      for (const { id, ref } of inspected.values()) if (id === message.actor) ref.send(event);
    }
    if (message.kind === 'restart') restart();
    if (message.kind === 'advance') clock.advance(message.ms);
    if (message.kind === 'pause') clock.setPaused(message.isPaused);
    postClock();
  }

  return {
    /** Passed to `createActor` for every machine of the tab. */
    /** For `createActor` of every machine of the tab. */
    actorOptions: { clock, inspect },
    close(): void {
      channel.post({ kind: 'gone', tab });
      channel.close();
    },
  };
}
