/** Watches every machine of a tab and tells the workbench, and does there what the workbench asks. */
import type { ActorRefLike, AnyActorLogic, AnyEventObject, AnyStateMachine } from 'xstate';
import { type InspectionEvent, StateMachine } from 'xstate';
import { createRedactor } from '#contract/redaction.ts';
import type { TraceJson } from '#contract/trace.ts';
import { createRecorder, type Recorder } from '#machines/tracing/record.ts';
import {
  type FromApp,
  type FromWorkbench,
  openAppChannel,
  type WorkbenchChannel,
} from '../workbench-channel.ts';
import type { ControllableClock } from './controllable-clock.ts';

interface Watched {
  readonly machine: AnyStateMachine;
  readonly ref: ActorRefLike;
  readonly id: string;
  readonly recorder: Recorder;
  /** Everything reported until it had started: a restart by React begins alike. */
  readonly opening: InspectionEvent[];
  told: number;
}

export interface Probe {
  /** What every machine of the tab is started with. */
  readonly surroundings: {
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
  /** Names this tab among others. */
  readonly tab: string;
  readonly clock: ControllableClock;
  readonly restart: () => void;
}): Probe {
  const redactor = createRedactor();
  const watched = new Map<string, Watched>();
  let starts = 0;
  const line: WorkbenchChannel<FromApp> = openAppChannel(obey);

  function watch(machine: AnyStateMachine, ref: ActorRefLike): Watched {
    starts += 1;
    const recorder = createRecorder({ machine, now: clock.now, redact: redactor.redact });
    const fresh = { machine, ref, id: `${machine.id}-${starts}`, recorder, opening: [], told: 0 };
    watched.set(ref.sessionId, fresh);
    return fresh;
  }

  function tellStart({ id, recorder, machine }: Watched): void {
    line.post({
      kind: 'started',
      tab,
      actor: id,
      trace: recorder.finish(machine.id, new Date()),
    });
  }

  function tellSteps(seen: Watched): void {
    const last = seen.recorder.last();
    if (seen.recorder.length() === seen.told || last === null || !('event' in last)) return;
    seen.told += 1;
    line.post({ kind: 'stepped', tab, actor: seen.id, steps: [last] });
  }

  const tellClock = () => line.post({ kind: 'clock', tab, clock: clock.state() });

  function inspect(report: InspectionEvent): void {
    const { actorRef: ref } = report;
    // Only the machines the app starts; what they start is part of them.
    if (report.rootId !== ref.sessionId) return;
    if (report.type === '@xstate.actor') {
      const machine = machineOf(ref);
      if (machine !== null) watch(machine, ref);
    }
    let seen = watched.get(ref.sessionId);
    if (seen === undefined) return;
    const wasStarted = seen.recorder.last() !== null;
    if (wasStarted && report.type === '@xstate.event' && report.event.type === 'xstate.init') {
      seen = startAnew(seen);
    }
    if (seen.recorder.last() === null) seen.opening.push(report);
    seen.recorder.inspect(report);
    if (report.type !== '@xstate.snapshot') return;
    if (seen.opening.at(-1) === report) tellStart(seen);
    if (report.event.type === 'xstate.stop') line.post({ kind: 'stopped', tab, actor: seen.id });
    tellSteps(seen);
    tellClock();
  }

  /** React's strict mode stops a machine and starts the same one again from its beginning. */
  function startAnew({ machine, ref, opening }: Watched): Watched {
    const fresh = watch(machine, ref);
    for (const report of opening.slice(0, -1)) fresh.recorder.inspect(report);
    fresh.opening.push(...opening.slice(0, -1));
    return fresh;
  }

  function obey(message: FromWorkbench): void {
    if (message.kind === 'who') {
      for (const seen of watched.values()) if (seen.recorder.last() !== null) tellStart(seen);
      tellClock();
    } else if (message.tab !== tab) {
      // Another tab's.
    } else if (message.kind === 'send') {
      const event = redactor.reveal(message.event as TraceJson) as AnyEventObject;
      for (const { id, ref } of watched.values()) if (id === message.actor) ref.send(event);
    } else if (message.kind === 'restart') {
      restart();
    } else {
      if (message.kind === 'advance') clock.advance(message.ms);
      else clock.hold(message.isHeld);
      tellClock();
    }
  }

  return {
    surroundings: { clock, inspect },
    close() {
      line.post({ kind: 'gone', tab });
      line.close();
    },
  };
}

function machineOf(ref: ActorRefLike): AnyStateMachine | null {
  const { logic } = ref as ActorRefLike & { logic?: AnyActorLogic };
  return logic instanceof StateMachine ? logic : null;
}
