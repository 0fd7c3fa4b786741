/** One machine's documentation page: a description written by hand, then tables and a diagram generated from the machine. */
import type { AnyStateMachine } from 'xstate';
import type { TraceJson } from '#contract/trace.ts';
import { fingerprintOf } from '#machines/tracing/fingerprint.ts';
import {
  type MachineState,
  type MachineTransition,
  rootInvokesOf,
  statesOf,
  transitionsOf,
} from '#machines/tracing/machine-structure.ts';
import { firstStep } from '#machines/tracing/pure-step.ts';
import { models } from '../models/all.ts';
import { diagramOf } from './diagram.ts';
import { durationText, eventText, stateText } from './format.ts';
import type { MachineRules, Rule } from './rule.ts';

const generatedMarker = '<!-- From here on written by `npm run docs:machines`. -->';

/** The hand-written part of a page. */
export const descriptionOf = (page: string): string =>
  (page.split(generatedMarker)[0] ?? '').trim();

export function pageOf(machine: AnyStateMachine, rules: MachineRules, description: string): string {
  const states = statesOf(machine);
  const transitions = transitionsOf(machine);
  return `${[
    description.trim(),
    generatedMarker,
    '## Diagram',
    `\`\`\`mermaid\n${diagramOf(machine)}\n\`\`\``,
    '## States',
    table(
      ['state', 'meaning', 'tags', 'entry', 'exit', 'invokes'],
      states.map((state) => stateRow(machine, state)),
    ),
    ...rootServices(machine),
    '## Context',
    table(
      ['field', 'initially', 'meaning'],
      Object.entries(initialContextOf(machine)).map(([field, value]) => [
        `\`${field}\``,
        `\`${JSON.stringify(value)}\``,
        rules.context[field] ?? '',
      ]),
    ),
    '## Events',
    table(
      ['in', 'event', 'guard', 'goes to', 'actions', 'why'],
      transitions.map((transition) => transitionRow(machine, transition)),
    ),
    ...section('Guards', 'guard', rules.guards),
    ...section('Delays', 'delay', rules.delays, (name) => {
      const length = machine.implementations.delays[name];
      return typeof length === 'number' ? durationText(length) : 'computed';
    }),
    `Fingerprint of this shape: \`${fingerprintOf(machine)}\`.`,
  ].join('\n\n')}\n`;
}

/** The context a machine starts with, given the first input of its model. */
export function initialContextOf(machine: AnyStateMachine): Readonly<Record<string, TraceJson>> {
  const model = models.find((one) => one.machine.id === machine.id);
  return firstStep(machine, model?.inputs[0]).outcome.context as Record<string, TraceJson>;
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
