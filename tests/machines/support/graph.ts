/** The state graph of a model: every reachable state with the possible events and what each covers. */
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { __unsafe_getAllOwnEventDescriptors as descriptorsOf } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import { activeStates, guardRejectionsIn } from '#machines/tracing/machine-structure.ts';
import type { Model, Sample } from './model.ts';
import { firstStep, nextStep, type PureStep } from './pure-step.ts';

export interface Edge extends Sample {
  readonly from: string;
  readonly to: string;
  /** States entered, transitions taken and guard rejections. */
  readonly covers: readonly string[];
}

export interface ModelGraph {
  readonly input: unknown;
  readonly start: string;
  readonly edges: readonly Edge[];
}

/** One graph for each input. */
export const graphsOf = (model: Model): ModelGraph[] =>
  model.inputs.map((input) => graphOf(model, input));

function graphOf(model: Model, input: unknown): ModelGraph {
  const { machine } = model;
  const nodeOf = (snapshot: AnyMachineSnapshot): string =>
    JSON.stringify([snapshot.value, snapshot.status, model.nodeKeyOf(snapshot.context)]);
  const map = getAdjacencyMap(machine, {
    input,
    events: (snapshot: AnyMachineSnapshot) => samplesIn(model, snapshot).map(({ event }) => event),
    serializeState: nodeOf,
    serializeEvent: (event: AnyEventObject) => JSON.stringify(event),
    limit: 20_000,
  } as never);
  const start = firstStep(machine, input);
  const nodes: { state: AnyMachineSnapshot }[] = Object.values(map as never);
  const edges = nodes.flatMap(({ state }) =>
    samplesIn(model, state).map((sample): Edge => {
      const step = nextStep(machine, state, sample.event);
      return {
        ...sample,
        from: nodeOf(state),
        to: nodeOf(step.snapshot),
        covers: coveredBy(step, state, sample.event.type),
      };
    }),
  );
  return {
    input,
    start: nodeOf(start.snapshot),
    // An edge that covers nothing is an ignored event.
    edges: edges.filter(({ covers }) => covers.length > 0),
  };
}

/** What can happen in a state: the samples it accepts, and its timers. */
function samplesIn(model: Model, snapshot: AnyMachineSnapshot): Sample[] {
  if (snapshot.status !== 'active') return [];
  const accepted = new Set<string>(descriptorsOf(snapshot));
  const timers = [...accepted].filter(
    (type) => type.startsWith('xstate.after.') && !model.neverFires?.(snapshot, type),
  );
  const samples = [
    ...Object.entries(model.samples)
      .filter(([, { type }]) => accepted.has(type))
      .map(([name, event]) => ({ name, event })),
    ...timers.map((type) => ({ name: type.split('.')[2] ?? type, event: { type } })),
  ];
  return samples.filter(({ name }) => model.isPossible?.(snapshot, name) ?? true);
}

/** What one step covers: states entered (also those left at once), transitions taken and guard rejections. */
export function coveredBy(
  { snapshot, outcome: { transitions } }: Pick<PureStep, 'snapshot' | 'outcome'>,
  before?: AnyMachineSnapshot,
  eventType = '',
): string[] {
  const passed = transitions.map((key) => key.slice(0, key.indexOf(' --')));
  const rejections = before === undefined ? [] : guardRejectionsIn(before, eventType, transitions);
  const hasEffect = before === undefined || transitions.length > 0;
  return hasEffect
    ? [...activeStates(snapshot), ...passed, ...transitions, ...rejections]
    : rejections;
}
