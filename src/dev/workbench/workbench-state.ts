/** State of the workbench, from what the app's tabs post: their machines, traces and clocks. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Trace } from '#contract/trace.ts';
import {
  type ClockState,
  type FromApp,
  type FromWorkbench,
  openChannel,
} from '../workbench-channel.ts';

export interface TrackedActor {
  readonly tab: string;
  readonly id: string;
  readonly trace: Trace;
  readonly hasStopped: boolean;
}

export interface TrackedClock extends ClockState {
  /** When the message arrived, `performance.now()` of the workbench. */
  readonly receivedAtMs: number;
}

export interface WorkbenchState {
  /** By id, in the order in which they were started. Those of closed tabs remain, for their traces. */
  readonly actors: ReadonlyMap<string, TrackedActor>;
  /** Of the tabs that are open. */
  readonly clocks: ReadonlyMap<string, TrackedClock>;
}

export interface WorkbenchConnection {
  readonly state: WorkbenchState;
  readonly send: (message: FromWorkbench) => void;
}

export function useWorkbench(): WorkbenchConnection {
  const [state, setState] = useState<WorkbenchState>({ actors: new Map(), clocks: new Map() });
  const channel = useRef<ReturnType<typeof openChannel<FromWorkbench>> | null>(null);
  useEffect(() => {
    const opened = openChannel<FromWorkbench>((message) => {
      const receivedAtMs = performance.now();
      setState((before) => afterMessage(before, message, receivedAtMs));
    });
    channel.current = opened;
    opened.post({ kind: 'who' });
    return () => opened.close();
  }, []);
  return useMemo(() => ({ state, send: (message) => channel.current?.post(message) }), [state]);
}

function afterMessage(
  state: WorkbenchState,
  message: FromApp | FromWorkbench,
  receivedAtMs: number,
): WorkbenchState {
  const [actors, clocks] = [new Map(state.actors), new Map(state.clocks)];
  const change = (id: string, changed: (actor: TrackedActor) => Partial<TrackedActor>) => {
    const actor = actors.get(id);
    if (actor !== undefined) actors.set(id, { ...actor, ...changed(actor) });
  };
  switch (message.kind) {
    case 'clock':
      clocks.set(message.tab, { ...message.clock, receivedAtMs });
      break;
    case 'gone':
      clocks.delete(message.tab);
      for (const { id, tab } of actors.values())
        if (tab === message.tab) change(id, () => ({ hasStopped: true }));
      break;
    case 'started': {
      const { tab, actor: id, trace } = message;
      actors.set(id, { tab, id, trace, hasStopped: false });
      break;
    }
    case 'stepped':
      change(message.actor, ({ trace }) => ({
        trace: { ...trace, steps: [...trace.steps, message.step] },
      }));
      break;
    case 'stopped':
      change(message.actor, () => ({ hasStopped: true }));
      break;
    default:
      // Another workbench's.
      return state;
  }
  return { actors, clocks };
}

/** The newest running actor of a machine, otherwise the newest. */
export function latestOf(state: WorkbenchState, machine: string): TrackedActor | null {
  const own = [...state.actors.values()].filter(({ trace }) => trace.machine === machine);
  return own.findLast(({ hasStopped }) => !hasStopped) ?? own.at(-1) ?? null;
}
