/** The states and transitions of a machine, as lists. The one file that reads XState's inner fields. */
import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, InspectionEvent } from 'xstate';

type Definition = Extract<InspectionEvent, { type: '@xstate.microstep' }>['_transitions'][number];

/** One way out of a state: with guards, each branch is one. */
export interface MachineTransition {
  /** `contactModal.open --SUBMIT[0]--> contactModal.sending`: stable as long as the transition is. */
  readonly key: string;
  readonly source: string;
  /** Empty for a transition taken at once (`always`). */
  readonly event: string;
  /** Its place among the branches of the same event. */
  readonly branch: number;
  /** Id of the state it leads to; null when it stays. */
  readonly target: string | null;
  readonly guard: string | null;
  readonly actions: readonly string[];
  /** A delay's name, or milliseconds; null when no time passes. */
  readonly delay: string | number | null;
  readonly description: string | null;
}

export interface MachineState {
  readonly id: string;
  /** Its own name, the last part of the id. */
  readonly name: string;
  readonly parent: string | null;
  readonly depth: number;
  readonly isInitial: boolean;
  readonly isFinal: boolean;
  readonly tags: readonly string[];
  readonly description: string | null;
  /** Services asked while in it. */
  readonly invokes: readonly { readonly id: string; readonly src: string }[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
}

/** A function's own name does not survive being built for a browser; XState's functions carry their `type`. */
const nameOf = (named: unknown): string => {
  if (typeof named === 'string') return named;
  const isThing = (typeof named === 'object' && named !== null) || typeof named === 'function';
  return isThing && 'type' in named ? String(named.type) : '';
};

/** Without what XState adds by itself to begin and end timers. */
const namesOf = (actions: readonly unknown[]): string[] =>
  actions.map(nameOf).filter((name) => !name.startsWith('xstate.'));

const guardNameOf = (guard: unknown): string | null => (guard ? nameOf(guard) || 'guard' : null);

function describe(definition: Definition, branch: number): MachineTransition {
  const { source, eventType, target, guard, actions, description } = definition;
  const delay = 'delay' in definition ? (definition.delay as string | number) : null;
  const to = target?.map(({ id }) => id).join(' + ') ?? null;
  return {
    key: `${source.id} --${eventType || 'always'}[${branch}]--> ${to ?? '·'}`,
    source: source.id,
    event: eventType,
    branch,
    target: to,
    guard: guardNameOf(guard),
    actions: namesOf(actions),
    delay: delay ?? null,
    description: description ?? null,
  };
}

const branchesOf = (node: AnyStateNode): readonly (readonly Definition[])[] => [
  ...node.transitions.values(),
  ...(node.always === undefined ? [] : [node.always]),
];

function nodesOf(machine: AnyStateMachine): AnyStateNode[] {
  const walk = (node: AnyStateNode): AnyStateNode[] => [
    node,
    ...Object.values(node.states).flatMap(walk),
  ];
  return walk(machine.root);
}

/** Every transition of the machine, each branch of a guard on its own. */
export const transitionsOf = (machine: AnyStateMachine): MachineTransition[] =>
  nodesOf(machine).flatMap((node) =>
    branchesOf(node).flatMap((branches) =>
      branches.map((definition, branch) => describe(definition, branch)),
    ),
  );

/** Every state but the machine itself, parents before children. */
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

/** Services asked as long as the machine lives. */
export const rootInvokesOf = (machine: AnyStateMachine): MachineState['invokes'] =>
  machine.root.invoke.map(({ id, src }) => ({ id, src: nameOf(src) }));

/** Ids of the states a snapshot is in, the machine itself apart. */
export const activeStates = (snapshot: AnyMachineSnapshot): string[] =>
  nodesIn(snapshot).map(({ id }) => id);

const nodesIn = (snapshot: AnyMachineSnapshot): AnyStateNode[] =>
  snapshot._nodes.filter(({ parent }: AnyStateNode) => parent !== undefined);

/** The keys of transitions as inspection reports them. */
export const keysOfTaken = (taken: readonly Definition[]): string[] =>
  taken.map((definition) => {
    const among =
      definition.eventType === ''
        ? definition.source.always
        : definition.source.transitions.get(definition.eventType);
    return describe(definition, among?.indexOf(definition) ?? 0).key;
  });

/**
 * The ways an event can be refused: every branch is guarded, and no guard lets it through.
 * As decisive as a branch, though nothing moves.
 */
export const refusalsOf = (machine: AnyStateMachine): string[] =>
  nodesOf(machine).flatMap((node) =>
    branchesOf(node)
      .filter((branches) => branches.every(({ guard }) => guard !== undefined))
      .map((branches) => refusalKey(node.id, branches[0]?.eventType ?? '')),
  );

/** The refusals an event met in the state it found, given the first transitions it brought. */
export function refusalsMet(
  before: AnyMachineSnapshot,
  eventType: string,
  taken: readonly string[],
): string[] {
  const met: string[] = [];
  for (let node = nodesIn(before).at(-1); node !== undefined; node = node.parent) {
    const branches = node.transitions.get(eventType);
    if (branches === undefined) continue;
    if (taken.some((key) => key.startsWith(`${node.id} --${eventType}[`))) break;
    if (branches.every(({ guard }) => guard !== undefined))
      met.push(refusalKey(node.id, eventType));
  }
  return met;
}

const refusalKey = (state: string, event: string): string => `${state} --${event}[none]--> ·`;
