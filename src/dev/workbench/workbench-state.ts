/** Reducer of the workbench's state: machines, traces and clocks of the app's tabs. */
import type { Trace } from '#contract/trace.ts';
import type { ClockState, FromApp } from '../workbench-channel.ts';

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
  /** In the order in which they were started. Those of closed tabs remain, for their traces. */
  readonly actors: readonly TrackedActor[];
  /** Of the tabs that are open. */
  readonly clocks: ReadonlyMap<string, TrackedClock>;
}

export const initialState: WorkbenchState = { actors: [], clocks: new Map() };

export function reduceMessage(
  state: WorkbenchState,
  message: FromApp,
  receivedAtMs: number,
): WorkbenchState {
  const { tab } = message;
  switch (message.kind) {
    case 'clock':
      return {
        ...state,
        clocks: new Map(state.clocks).set(tab, { ...message.clock, receivedAtMs }),
      };
    case 'gone': {
      const clocks = new Map(state.clocks);
      clocks.delete(tab);
      return { actors: state.actors.map((actor) => stopIf(actor, actor.tab === tab)), clocks };
    }
    case 'started': {
      const started = { tab, id: message.actor, trace: message.trace, hasStopped: false };
      const known = state.actors.some((actor) => isSame(actor, message));
      // Sent again to every workbench that opens.
      return {
        ...state,
        actors: known
          ? state.actors.map((actor) =>
              isSame(actor, message) ? { ...started, hasStopped: actor.hasStopped } : actor,
            )
          : [...state.actors, started],
      };
    }
    case 'stepped':
      return {
        ...state,
        actors: state.actors.map((actor) =>
          isSame(actor, message)
            ? { ...actor, trace: withSteps(actor.trace, message.steps) }
            : actor,
        ),
      };
    case 'stopped':
      return {
        ...state,
        actors: state.actors.map((actor) => stopIf(actor, isSame(actor, message))),
      };
  }
}

const isSame = (one: TrackedActor, other: { tab: string; actor: string }): boolean =>
  one.tab === other.tab && one.id === other.actor;

const stopIf = (actor: TrackedActor, hasStopped: boolean): TrackedActor =>
  hasStopped ? { ...actor, hasStopped } : actor;

const withSteps = (trace: Trace, steps: Trace['steps']): Trace => ({
  ...trace,
  steps: [...trace.steps, ...steps],
});

/** The newest running actor of a machine, otherwise the newest. */
export function latestOf(state: WorkbenchState, machine: string): TrackedActor | null {
  const own = state.actors.filter(({ trace }) => trace.machine === machine);
  return own.findLast(({ hasStopped }) => !hasStopped) ?? own.at(-1) ?? null;
}
