/** Rebuilds a machine with an edited configuration. */
import { type AnyStateMachine, createMachine } from 'xstate';

/** A transition's configuration, always as an object. */
export interface BranchConfig {
  target?: string;
  guard?: unknown;
  [rest: string]: unknown;
}
export type Branches = BranchConfig[];
export interface InvokeConfig {
  id: string;
  onDone?: Branches;
  onError?: Branches;
  [rest: string]: unknown;
}
/** A state's configuration without shorthands. */
export interface StateConfig {
  on: Record<string, Branches>;
  after: Record<string, Branches>;
  always: Branches;
  invoke: InvokeConfig[];
  states: Record<string, StateConfig>;
  [rest: string]: unknown;
}

/** @param edit mutates a normalized copy of the configuration */
export function reconfigured(
  machine: AnyStateMachine,
  edit: (config: StateConfig) => void,
): AnyStateMachine {
  const config = normalizeConfig(machine.config);
  edit(config);
  return createMachine(withoutEmpty(config) as never).provide(machine.implementations as never);
}

/** A copy with every transition as a list of objects. */
export function normalizeConfig(config: object): StateConfig {
  const {
    on = {},
    after = {},
    always,
    invoke,
    states = {},
    ...rest
  } = config as Record<string, object>;
  return {
    ...rest,
    on: mapValues(on, branches),
    after: mapValues(after, branches),
    always: branches(always),
    invoke: listOf(invoke).map((one) => {
      const { onDone, onError, ...call } = one as unknown as InvokeConfig;
      return { ...call, onDone: branches(onDone), onError: branches(onError) };
    }),
    states: mapValues(states, (state) => normalizeConfig(state as object)),
  };
}

const listOf = <Item>(items: Item | Item[] | undefined): Item[] =>
  items === undefined ? [] : Array.isArray(items) ? items : [items];

const branches = (written: unknown): Branches =>
  listOf(written).map((one) =>
    typeof one === 'string' ? { target: one } : { ...(one as BranchConfig) },
  );

const mapValues = <To>(values: object, change: (value: unknown) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));

/** Removes empty parts: XState treats an empty list of transitions as a forbidden event, and empty `states` as an error. */
function withoutEmpty({ on, after, always, invoke, states, ...rest }: StateConfig): object {
  const present = (all: Record<string, Branches>) =>
    Object.fromEntries(Object.entries(all).filter(([, list]) => list.length > 0));
  return {
    ...rest,
    on: present(on),
    after: present(after),
    ...(always.length > 0 && { always }),
    invoke: invoke.map(({ onDone, onError, ...call }) => ({
      ...call,
      ...(onDone?.length && { onDone }),
      ...(onError?.length && { onError }),
    })),
    ...(Object.keys(states).length > 0 && {
      states: mapValues(states, (state) => withoutEmpty(state as StateConfig)),
    }),
  };
}
