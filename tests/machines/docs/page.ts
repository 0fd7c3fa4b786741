/** One machine's documentation page: what is written by hand, then tables and a diagram generated from the machine. */
import type { AnyStateMachine } from 'xstate';
import { fingerprintOf } from '#machines/tracing/fingerprint.ts';
import {
  type MachineState,
  type MachineTransition,
  rootInvokesOf,
  statesOf,
  transitionsOf,
} from '#machines/tracing/machine-structure.ts';
import { diagramOf } from './diagram.ts';
import { eventText, stateText } from './format.ts';

const generatedMarker = '<!-- From here on written by `npm run docs:machines`. -->';

/** The hand-written part of a page. */
export const descriptionOf = (page: string): string =>
  (page.split(generatedMarker)[0] ?? '').trim();

export function pageOf(machine: AnyStateMachine, description: string): string {
  return `${[
    description.trim(),
    generatedMarker,
    '## Diagram',
    `\`\`\`mermaid\n${diagramOf(machine)}\n\`\`\``,
    '## States',
    table(
      ['state', 'meaning', 'tags', 'entry', 'exit', 'invokes'],
      statesOf(machine).map((state) => stateRow(machine, state)),
    ),
    ...rootServices(machine),
    '## Events',
    table(
      ['in', 'event', 'guard', 'goes to', 'actions', 'why'],
      transitionsOf(machine).map((transition) => transitionRow(machine, transition)),
    ),
    `Fingerprint of this shape: \`${fingerprintOf(machine)}\`.`,
  ].join('\n\n')}\n`;
}

const code = (texts: readonly string[]): string => texts.map((text) => `\`${text}\``).join(' ');

const stateRow = (machine: AnyStateMachine, state: MachineState): string[] => [
  `\`${stateText(machine, state.id)}\`${state.isInitial && state.depth === 0 ? ' (first)' : ''}`,
  state.description ?? '',
  state.tags.join(', '),
  code(state.entry),
  code(state.exit),
  code(state.invokes.map(({ src }) => src)),
];

const transitionRow = (machine: AnyStateMachine, transition: MachineTransition): string[] => [
  `\`${stateText(machine, transition.source)}\``,
  eventText(machine, transition),
  transition.guard === null
    ? transition.branch > 0
      ? 'otherwise'
      : ''
    : `\`${transition.guard}\``,
  transition.target === null ? 'stays' : `\`${stateText(machine, transition.target)}\``,
  code(transition.actions),
  transition.description ?? '',
];

function rootServices(machine: AnyStateMachine): string[] {
  const services = rootInvokesOf(machine).map(({ src }) => src);
  return services.length === 0 ? [] : [`Invoked for the machine’s whole life: ${code(services)}.`];
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const table = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, columns.map(() => '---'), ...rows]
    .map((row) => `| ${row.map(cell).join(' | ')} |`)
    .join('\n');
