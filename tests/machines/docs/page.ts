/** One machine's page: a story written by hand, then what is read from the machine itself. */

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
import { eventText, lengthOf, stateText } from './format.ts';
import type { MachineRules, Rule } from './rule.ts';

const beginning = '<!-- From here on written by `npm run machine-docs`. -->';

/** The hand-written part of a page. */
export const storyOf = (page: string): string => (page.split(beginning)[0] ?? '').trim();

export function pageOf(machine: AnyStateMachine, rules: MachineRules, story: string): string {
  const states = statesOf(machine);
  const transitions = transitionsOf(machine);
  return `${[
    story.trim(),
    beginning,
    '## Diagram',
    `\`\`\`mermaid\n${diagramOf(machine)}\n\`\`\``,
    '## States',
    table(
      ['state', 'what it means', 'tags', 'asks'],
      states.map((state) => stateRow(machine, state)),
    ),
    ...alwaysAsked(machine),
    '## Events',
    table(
      ['in', 'on', 'if', 'goes to', 'does', 'why'],
      transitions.map((transition) => transitionRow(machine, transition)),
    ),
    ...section('Guards', 'guard', rules.guards),
    ...section('Delays', 'delay', rules.delays, (name) => {
      const length = machine.implementations.delays[name];
      return typeof length === 'number' ? lengthOf(length) : 'computed';
    }),
    `Fingerprint of this shape: \`${fingerprintOf(machine)}\`.`,
  ].join('\n\n')}\n`;
}

const code = (texts: readonly string[]): string => texts.map((text) => `\`${text}\``).join(' ');

const stateRow = (machine: AnyStateMachine, state: MachineState): string[] => [
  `\`${stateText(machine, state.id)}\`${state.isInitial && state.depth === 0 ? ' (first)' : ''}`,
  state.description ?? '',
  state.tags.join(', '),
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

function alwaysAsked(machine: AnyStateMachine): string[] {
  const asked = rootInvokesOf(machine).map(({ src }) => src);
  return asked.length === 0 ? [] : [`As long as it lives it listens to ${code(asked)}.`];
}

function section(
  title: string,
  column: string,
  rules: Readonly<Record<string, Rule>>,
  lengthOfDelay?: (name: string) => string,
): string[] {
  if (Object.keys(rules).length === 0) return [];
  const rows = Object.entries(rules).map(([name, { rule, source }]) => [
    `\`${name}\``,
    ...(lengthOfDelay === undefined ? [] : [lengthOfDelay(name)]),
    rule,
    source,
  ]);
  const columns = [column, ...(lengthOfDelay === undefined ? [] : ['length']), 'rule', 'from'];
  return [`## ${title}`, table(columns, rows)];
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const table = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, columns.map(() => '---'), ...rows]
    .map((row) => `| ${row.map(cell).join(' | ')} |`)
    .join('\n');
