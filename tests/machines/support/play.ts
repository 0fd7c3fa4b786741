/** Plays steps on a live machine whose invoked actors answer by events; a machine's claims are rows of such steps. */
import { expect, it } from 'vitest';
import {
  type ActorRefLike,
  type AnyEventObject,
  createActor,
  fromCallback,
  SimulatedClock,
} from 'xstate';
import { rootInvokesOf, statesOf } from '#machines/tracing/machine-structure.ts';
import type { Model } from './model.ts';

/** A sample of the model by its name, another event, or milliseconds that pass. */
export type Step = string | number | AnyEventObject;

/** What steps have led to, beside the state. */
interface Outcome {
  readonly status: string;
  readonly context: object;
  /** Whether the state has each tag of the machine. */
  readonly is: Readonly<Record<string, boolean>>;
  /** Actions that reach outside the machine, each with its parameters: `sessionEnded user`. */
  readonly effects: readonly string[];
  /** Ids of the actors that states have invoked. */
  readonly invoked: readonly string[];
  /** The last input of each. */
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** A claim, the steps, the state they lead to, more of the outcome, and the machine's input. */
export type Row = readonly [
  claim: string,
  steps: readonly Step[],
  state: string,
  more?: { readonly [Part in keyof Outcome]?: unknown },
  input?: object,
];

/** A claim, the steps before a timer, its length, and the states one millisecond before its end and at it. */
export type TimerRow = readonly [
  claim: string,
  steps: readonly Step[],
  afterMs: number,
  before: string,
  after: string,
];

/** `signedIn.fresh` */
const pathOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([name, inner]) => `${name}.${pathOf(inner)}`)
        .join()
    : String(value);

function play({ machine, samples, inputs }: Model, steps: readonly Step[], input = inputs[0]) {
  const rootInvokes = rootInvokesOf(machine);
  const invokes = statesOf(machine).flatMap((own) => own.invokes);
  const silent = fromCallback(() => {});
  const actors = [...rootInvokes, ...invokes].map(({ src }) => [src, silent]);
  const clock = new SimulatedClock();
  const effects: string[] = [];
  const calls: { id: string; input?: unknown }[] = [];
  let root: ActorRefLike | null = null;
  const actor = createActor(machine.provide({ actors: Object.fromEntries(actors) }), {
    clock,
    input: input as never,
    inspect(report) {
      if (report.type === '@xstate.actor') root ??= report.actorRef;
      if (report.type !== '@xstate.action' || report.actorRef !== root) return;
      const { type, params } = report.action;
      if (type === 'xstate.spawnChild') calls.push(params as { id: string });
      if (!type.startsWith('xstate.'))
        effects.push([type, ...Object.values(params ?? {})].join(' '));
    },
  }).start();
  for (const step of steps) {
    if (typeof step === 'number') clock.increment(step);
    else {
      const event = typeof step === 'string' ? samples[step] : step;
      if (event === undefined) throw new Error(`the model has no sample “${step}”`);
      actor.send(event);
    }
  }
  const snapshot = actor.getSnapshot();
  const tags = statesOf(machine).flatMap((own) => own.tags);
  const invoked = calls.filter(({ id }) => !rootInvokes.some((one) => one.id === id));
  const outcome: Outcome = {
    status: snapshot.status,
    context: snapshot.context,
    is: Object.fromEntries(tags.map((tag) => [tag, snapshot.hasTag(tag)])),
    effects,
    invoked: invoked.map(({ id }) => id),
    inputs: Object.fromEntries(invoked.map((call) => [call.id, call.input])),
  };
  return { state: pathOf(snapshot.value), ...outcome };
}

export function playRows(model: Model, rows: readonly Row[]): void {
  for (const [claim, steps, state, more, input] of rows)
    it(claim, () => {
      expect(play(model, steps, input)).toMatchObject({ state, ...more });
    });
}

export function playTimers(model: Model, rows: readonly TimerRow[], input?: object): void {
  it.each(rows)('%s', (_claim, steps, afterMs, before, after) => {
    const stateAfter = (ms: number) => play(model, [...steps, ms], input).state;
    expect([stateAfter(afterMs - 1), stateAfter(afterMs)]).toEqual([before, after]);
  });
}
