/** Generates a machine's mutants: transitions removed or retargeted, guards negated, actions dropped, delays changed. */
import { type AnyStateMachine, not } from 'xstate';
import { statesOf, transitionsOf } from '#machines/tracing/machine-structure.ts';
import {
  type Branches,
  normalizeConfig,
  reconfigured,
  type StateConfig,
} from '../support/reconfigure.ts';

export type MutationKind = 'removed' | 'retargeted' | 'negated' | 'action' | 'delay';

export interface Mutant {
  /** `removed: contactModal.open --SUBMIT[0]--> contactModal.sending` */
  readonly name: string;
  readonly kind: MutationKind;
  readonly machine: AnyStateMachine;
}

export function mutantsOf(machine: AnyStateMachine): Mutant[] {
  return [...transitionMutants(machine), ...actionMutants(machine), ...delayMutants(machine)];
}

function transitionMutants(machine: AnyStateMachine): Mutant[] {
  return transitionsOf(machine).flatMap(({ key, source, event, branch, target, guard }) => {
    const mutate = (
      kind: MutationKind,
      name: string,
      change: (list: Branches) => void,
    ): Mutant => ({
      name: `${kind}: ${name}`,
      kind,
      machine: reconfigured(machine, (config) =>
        change(branchesAt(stateAt(config, source, machine.id), event)),
      ),
    });
    const elsewhere = target === null ? null : otherState(machine, target);
    return [
      mutate('removed', key, (list) => list.splice(branch, 1)),
      ...(elsewhere === null
        ? []
        : [
            mutate('retargeted', `${key} now ${elsewhere}`, (list) => {
              const changed = list[branch];
              if (changed !== undefined) changed.target = `#${elsewhere}`;
            }),
          ]),
      ...(guard === null
        ? []
        : [
            mutate('negated', key, (list) => {
              const changed = list[branch];
              if (changed !== undefined) changed.guard = not(changed.guard as never);
            }),
          ]),
    ];
  });
}

/** Each action of a transition, and each entry and exit action of a state, dropped. */
function actionMutants(machine: AnyStateMachine): Mutant[] {
  const ofTransitions = transitionsOf(machine).flatMap(({ key, source, event, branch }) =>
    dropEach(machine, key, (config) => ({
      holder: branchesAt(stateAt(config, source, machine.id), event)[branch],
      property: 'actions',
    })),
  );
  const ofStates = [machine.id, ...statesOf(machine).map(({ id }) => id)].flatMap((id) =>
    (['entry', 'exit'] as const).flatMap((property) =>
      dropEach(machine, `${id} ${property}`, (config) => ({
        holder: stateAt(config, id, machine.id),
        property,
      })),
    ),
  );
  return [...ofTransitions, ...ofStates];
}

interface ActionList {
  readonly holder: Record<string, unknown> | undefined;
  readonly property: string;
}

/** A mutant for each action of a list, found in any copy of the configuration. */
function dropEach(
  machine: AnyStateMachine,
  where: string,
  find: (config: StateConfig) => ActionList,
): Mutant[] {
  const actionsOf = ({ holder, property }: ActionList): unknown[] => {
    const actions = holder?.[property];
    return actions === undefined ? [] : [actions].flat();
  };
  return actionsOf(find(normalizeConfig(machine.config))).map((action, index): Mutant => {
    const type = typeof action === 'string' ? action : (action as { type?: string }).type;
    return {
      name: `action: ${where} without ${type ?? `its action ${index}`}`,
      kind: 'action',
      machine: reconfigured(machine, (config) => {
        const list = find(config);
        if (list.holder !== undefined)
          list.holder[list.property] = actionsOf(list).toSpliced(index, 1);
      }),
    };
  });
}

function delayMutants(machine: AnyStateMachine): Mutant[] {
  const { delays } = machine.implementations;
  return Object.entries(delays).flatMap(([name, delay]) =>
    (
      [
        ['doubled', 2],
        ['halved', 0.5],
      ] as const
    ).map(([how, factor]): Mutant => {
      const changed =
        typeof delay === 'number'
          ? delay * factor
          : // biome-ignore lint/suspicious/noExplicitAny: the delay's own arguments
            (...from: any) => (delay as (...args: unknown[]) => number)(...from) * factor;
      return {
        name: `delay: ${machine.id}.${name} ${how}`,
        kind: 'delay',
        machine: machine.provide({ delays: { [name]: changed } }),
      };
    }),
  );
}

/** The configuration of a state, by its id. */
function stateAt(config: StateConfig, id: string, root: string): StateConfig {
  const path = id === root ? [] : id.slice(root.length + 1).split('.');
  return path.reduce((state, name) => {
    const inner = state.states[name];
    if (inner === undefined) throw new Error(`no state ${id}`);
    return inner;
  }, config);
}

/** The branches of an event in a configuration. */
function branchesAt(state: StateConfig, event: string): Branches {
  const timer = /^xstate\.after\.([^.]+)\./.exec(event)?.[1];
  const [, outcome, service] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event) ?? [];
  const invoke = state.invoke.find(({ id }) => id === service);
  const found =
    event === ''
      ? state.always
      : timer !== undefined
        ? state.after[timer]
        : outcome === undefined
          ? state.on[event]
          : outcome === 'done'
            ? invoke?.onDone
            : invoke?.onError;
  if (found === undefined) throw new Error(`no transition on ${event}`);
  return found;
}

/** A state that is neither the target nor its ancestor or descendant; null when there is none. */
function otherState(machine: AnyStateMachine, target: string): string | null {
  const states = statesOf(machine).map(({ id }) => id);
  const isSamePlace = (id: string) => id.startsWith(target) || target.startsWith(id);
  const from = states.indexOf(target);
  const others = [...states.slice(from + 1), ...states.slice(0, from)];
  return others.find((id) => !isSamePlace(id)) ?? null;
}
