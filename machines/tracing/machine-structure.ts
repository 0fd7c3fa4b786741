/** Lists a machine's states, transitions and guard rejections. The only file that reads XState's internal fields. */
import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, InspectionEvent } from 'xstate';

export type TransitionDefinition = Extract<
  InspectionEvent,
  { type: '@xstate.microstep' }
>['_transitions'][number];

/** One transition; each guarded branch of an event counts as one. */
export interface MachineTransition {
  /** `contactModal.open --SUBMIT[0]--> contactModal.sending`: stable as long as the transition is. */
  readonly key: string;
  readonly source: string;
  /** Empty for an eventless transition (`always`). */
  readonly event: string;
  /** Index among the branches of the same event. */
  readonly branch: number;
  /** Id of the target state; null when it stays. */
  readonly target: string | null;
  readonly guard: string | null;
  readonly actions: readonly string[];
  /** Name of a delay, or milliseconds; null for a transition without a delay. */
  readonly delay: string | number | null;
  readonly description: string | null;
}

export interface MachineState {
  readonly id: string;
  /** Last part of the id. */
  readonly name: string;
  readonly parent: string | null;
  readonly depth: number;
  readonly isInitial: boolean;
  readonly isFinal: boolean;
  readonly tags: readonly string[];
  readonly description: string | null;
  /** Actors invoked while in it. */
  readonly invokes: readonly { readonly id: string; readonly src: string }[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
}

/** A function's `name` is lost by minification; XState's functions carry their `type`. */
const nameOf = (named: unknown): string => {
  if (typeof named === 'string') return named;
  const isObject = (typeof named === 'object' && named !== null) || typeof named === 'function';
  return isObject && 'type' in named ? String(named.type) : '';
};

/** Without the actions XState adds to start and cancel timers. */
const namesOf = (actions: readonly unknown[]): string[] =>
  actions.map(nameOf).filter((name) => !name.startsWith('xstate.'));

const guardNameOf = (guard: unknown): string | null => (guard ? nameOf(guard) || 'guard' : null);

function toMachineTransition(definition: TransitionDefinition, branch: number): MachineTransition {
  const { source, eventType, target, guard, actions, description } = definition;
  const delay = 'delay' in definition ? (definition.delay as string | number) : null;
  const targetIds = target?.map(({ id }) => id).join(' + ') ?? null;
  return {
    key: `${source.id} --${eventType || 'always'}[${branch}]--> ${targetIds ?? '·'}`,
    source: source.id,
    event: eventType,
    branch,
    target: targetIds,
    guard: guardNameOf(guard),
    actions: namesOf(actions),
    delay: delay ?? null,
    description: description ?? null,
  };
}

export const branchesOf = (node: AnyStateNode): readonly (readonly TransitionDefinition[])[] => [
  ...node.transitions.values(),
  ...(node.always === undefined ? [] : [node.always]),
];

export function nodesOf(machine: AnyStateMachine): AnyStateNode[] {
  const walk = (node: AnyStateNode): AnyStateNode[] => [
    node,
    ...Object.values(node.states).flatMap(walk),
  ];
  return walk(machine.root);
}

/** Every transition of the machine, each guarded branch separately. */
export const transitionsOf = (machine: AnyStateMachine): MachineTransition[] =>
  nodesOf(machine).flatMap((node) =>
    branchesOf(node).flatMap((branches) =>
      branches.map((definition, branch) => toMachineTransition(definition, branch)),
    ),
  );

/** Every state except the root, parents before children. */
export const statesOf = (machine: AnyStateMachine): MachineState[] =>
  nodesOf(machine)
    .filter(({ parent }) => parent !== undefined)
    .map((node) => ({
      id: node.id,
      name: node.key,
      parent: node.parent?.parent === undefined ? null : node.parent.id,
      depth: node.path.length - 1,
      isInitial: node.parent?.initial?.target?.includes(node) ?? false,
      isFinal: node.type === 'final',
      tags: node.tags,
      description: node.description ?? null,
      invokes: node.invoke.map(({ id, src }) => ({ id, src: nameOf(src) })),
      entry: namesOf(node.entry),
      exit: namesOf(node.exit),
    }));

/** Actors invoked for the machine's whole life. */
export const rootInvokesOf = (machine: AnyStateMachine): MachineState['invokes'] =>
  machine.root.invoke.map(({ id, src }) => ({ id, src: nameOf(src) }));

/** Ids of the states a snapshot is in, without the root. */
export const activeStates = (snapshot: AnyMachineSnapshot): string[] =>
  nodesIn(snapshot).map(({ id }) => id);

export const nodesIn = (snapshot: AnyMachineSnapshot): AnyStateNode[] =>
  snapshot._nodes.filter(({ parent }: AnyStateNode) => parent !== undefined);

/** Describes a transition that inspection, or XState's `getNextTransitions`, reports. */
export function describeTransition(definition: TransitionDefinition): MachineTransition {
  const { source, eventType } = definition;
  const branches = eventType === '' ? source.always : source.transitions.get(eventType);
  return toMachineTransition(definition, branches?.indexOf(definition) ?? 0);
}
