/** Inspects every machine of a tab, posts their steps to the workbench, and executes its commands. */
import type { ActorRefLike, AnyActorLogic, AnyEventObject, AnyStateMachine } from 'xstate';
import { type InspectionEvent, StateMachine } from 'xstate';
import { createRedactor } from '#contract/redaction.ts';
import type { TraceJson } from '#contract/trace.ts';
import { createRecorder, type Recorder } from '#machines/tracing/recorder.ts';
import {
  type FromApp,
  type FromWorkbench,
  openAppChannel,
  type WorkbenchChannel,
} from '../workbench-channel.ts';
import type { ControllableClock } from './controllable-clock.ts';

interface InspectedMachine {
  readonly machine: AnyStateMachine;
  readonly ref: ActorRefLike;
  readonly id: string;
  readonly recorder: Recorder;
  /** Inspection events until it had started, repeated when React's strict mode restarts it. */
  readonly opening: InspectionEvent[];
  sentSteps: number;
}

export interface Probe {
  /** Passed to `createActor` for every machine of the tab. */
  readonly actorOptions: {
    readonly clock: ControllableClock;
    readonly inspect: (report: InspectionEvent) => void;
  };
  close(): void;
}

export function createProbe({
  tab,
  clock,
  restart,
}: {
  /** Id of this tab. */
  readonly tab: string;
  readonly clock: ControllableClock;
  readonly restart: () => void;
}): Probe {
  const redactor = createRedactor();
  const inspected = new Map<string, InspectedMachine>();
  let starts = 0;
  const channel: WorkbenchChannel<FromApp> = openAppChannel(handleMessage);

  function track(machine: AnyStateMachine, ref: ActorRefLike): InspectedMachine {
    starts += 1;
    const recorder = createRecorder({ machine, now: clock.now, redact: redactor.redact });
    const fresh = {
      machine,
      ref,
      id: `${machine.id}-${starts}`,
      recorder,
      opening: [],
      sentSteps: 0,
    };
    inspected.set(ref.sessionId, fresh);
    return fresh;
  }

  function postStart({ id, recorder, machine }: InspectedMachine): void {
    channel.post({
      kind: 'started',
      tab,
      actor: id,
      trace: recorder.finish(machine.id, new Date()),
    });
  }

  function postSteps(seen: InspectedMachine): void {
    const last = seen.recorder.last();
    if (seen.recorder.length() === seen.sentSteps || last === null || !('event' in last)) return;
    seen.sentSteps += 1;
    channel.post({ kind: 'stepped', tab, actor: seen.id, steps: [last] });
  }

  const postClock = () => channel.post({ kind: 'clock', tab, clock: clock.state() });

  function inspect(report: InspectionEvent): void {
    const { actorRef: ref } = report;
    // Only root machines; their child actors are part of them.
    if (report.rootId !== ref.sessionId) return;
    if (report.type === '@xstate.actor') {
      const machine = machineOf(ref);
      if (machine !== null) track(machine, ref);
    }
    let seen = inspected.get(ref.sessionId);
    if (seen === undefined) return;
    const wasStarted = seen.recorder.last() !== null;
    if (wasStarted && report.type === '@xstate.event' && report.event.type === 'xstate.init') {
      seen = restartRecording(seen);
    }
    if (seen.recorder.last() === null) seen.opening.push(report);
    seen.recorder.inspect(report);
    if (report.type !== '@xstate.snapshot') return;
    if (seen.opening.at(-1) === report) postStart(seen);
    if (report.event.type === 'xstate.stop') channel.post({ kind: 'stopped', tab, actor: seen.id });
    postSteps(seen);
    postClock();
  }

  /** React's strict mode stops a machine and starts the same one again from its initial state. */
  function restartRecording({ machine, ref, opening }: InspectedMachine): InspectedMachine {
    const fresh = track(machine, ref);
    for (const report of opening.slice(0, -1)) fresh.recorder.inspect(report);
    fresh.opening.push(...opening.slice(0, -1));
    return fresh;
  }

  function handleMessage(message: FromWorkbench): void {
    if (message.kind === 'who') {
      for (const seen of inspected.values()) if (seen.recorder.last() !== null) postStart(seen);
      postClock();
    } else if (message.tab !== tab) {
      // For another tab.
    } else if (message.kind === 'send') {
      const event = redactor.reveal(message.event as TraceJson) as AnyEventObject;
      for (const { id, ref } of inspected.values()) if (id === message.actor) ref.send(event);
    } else if (message.kind === 'restart') {
      restart();
    } else {
      if (message.kind === 'advance') clock.advance(message.ms);
      else clock.setPaused(message.isPaused);
      postClock();
    }
  }

  return {
    actorOptions: { clock, inspect },
    close() {
      channel.post({ kind: 'gone', tab });
      channel.close();
    },
  };
}

function machineOf(ref: ActorRefLike): AnyStateMachine | null {
  const { logic } = ref as ActorRefLike & { logic?: AnyActorLogic };
  return logic instanceof StateMachine ? logic : null;
}
