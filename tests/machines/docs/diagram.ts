/** A machine as a Mermaid state diagram. */
import type { AnyStateMachine } from 'xstate';
import { type MachineState, statesOf, transitionsOf } from '#machines/tracing/machine-structure.ts';
import { eventText } from './format.ts';

const nodeName = (id: string): string => id.replaceAll('.', '_');

export function diagramOf(machine: AnyStateMachine): string {
  const states = statesOf(machine);
  const transitions = transitionsOf(machine);
  const isFromAnywhere = transitions.some(({ source }) => source === machine.id);
  const lines = [
    'stateDiagram-v2',
    '  direction LR',
    ...(isFromAnywhere ? [`  state "anywhere" as ${nodeName(machine.id)}`] : []),
    ...children(states, null),
    ...transitions.map((transition) => {
      const { source, target, guard } = transition;
      const label = `${eventText(machine, transition)}${guard === null ? '' : ` [${guard}]`}`;
      return `  ${nodeName(source)} --> ${nodeName(target ?? source)}: ${label}`;
    }),
  ];
  // Branches with the same target and label are one arrow.
  return [...new Set(lines)].join('\n');
}

function children(states: readonly MachineState[], parent: string | null): string[] {
  return states
    .filter((state) => state.parent === parent)
    .flatMap((state) => {
      const pad = '  '.repeat(state.depth + 1);
      const inner = children(states, state.id);
      const name = nodeName(state.id);
      return [
        inner.length === 0
          ? `${pad}state "${state.name}" as ${name}`
          : [`${pad}state "${state.name}" as ${name} {`, ...inner, `${pad}}`].join('\n'),
        ...(state.isInitial ? [`${pad}[*] --> ${name}`] : []),
        ...(state.isFinal ? [`${pad}${name} --> [*]`] : []),
      ];
    });
}
