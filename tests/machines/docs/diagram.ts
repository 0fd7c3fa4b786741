/** A machine as a Mermaid state diagram: which events lead from a state to another. Guards and what stays are in the list below it. */
import type { AnyStateMachine } from 'xstate';
import { type MachineState, statesOf, transitionsOf } from '#machines/tracing/machine-structure.ts';
import { eventText, stateText } from './format.ts';

export function diagramOf(machine: AnyStateMachine): string {
  const states = statesOf(machine);
  /** A node shows its own name; where another state has it too, it is named after its parents. */
  const nodeName = (id: string) => {
    const own = states.find((state) => state.id === id)?.name;
    const isUnique = states.filter(({ name }) => name === own).length === 1;
    return isUnique && own ? own : stateText(machine, id).replaceAll('.', '_');
  };

  function children(parent: string | null): string[] {
    return states
      .filter((state) => state.parent === parent)
      .flatMap((state) => {
        const pad = '  '.repeat(state.depth + 1);
        const inner = children(state.id);
        const node = nodeName(state.id);
        return [
          ...(inner.length === 0
            ? [`${pad}${declared(state, node)}`]
            : [`${pad}${declared(state, node, 'state ')} {`, ...inner, `${pad}}`]),
          ...(state.isInitial ? [`${pad}[*] --> ${node}`] : []),
          ...(state.isFinal ? [`${pad}${node} --> [*]`] : []),
        ];
      });
  }

  /** One arrow from a state to another, with all events that lead there. */
  const arrows = new Map<string, Set<string>>();
  for (const transition of transitionsOf(machine)) {
    const { source, target } = transition;
    if (target === null) continue;
    const arrow = `${nodeName(source)} --> ${nodeName(target)}`;
    const events = arrows.get(arrow) ?? new Set();
    arrows.set(arrow, events.add(eventText(machine, transition)));
  }

  return [
    'stateDiagram-v2',
    '  direction LR',
    ...children(null),
    ...[...arrows].map(([arrow, events]) => `  ${arrow}: ${[...events].join(', ')}`),
  ].join('\n');
}

const declared = ({ name }: MachineState, node: string, keyword = ''): string =>
  name === node ? `${keyword}${node}` : `state "${name}" as ${node}`;
