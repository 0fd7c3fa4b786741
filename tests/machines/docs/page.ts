/** One machine's documentation page: what is written by hand, then a diagram and an outline generated from the machine. */
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
    '## States and events',
    ...rootServices(machine),
    ...outlineOf(machine),
    `Fingerprint of this shape: \`${fingerprintOf(machine)}\`.`,
  ].join('\n\n')}\n`;
}

/** Each state, and under it what happens to it. */
function outlineOf(machine: AnyStateMachine): string[] {
  const transitions = transitionsOf(machine);
  const eventsIn = (id: string) =>
    transitions
      .filter(({ source }) => source === id)
      .map((transition) => `- ${transitionText(machine, transition)}`)
      .join('\n');
  const anywhere = eventsIn(machine.id);
  return [
    ...(anywhere === '' ? [] : [`**anywhere**\n\n${anywhere}`]),
    ...statesOf(machine).map((state) =>
      [stateLine(machine, state), eventsIn(state.id)].filter((part) => part !== '').join('\n\n'),
    ),
  ];
}

const code = (texts: readonly string[]): string => texts.map((text) => `\`${text}\``).join(' ');

function stateLine(machine: AnyStateMachine, state: MachineState): string {
  const tags = [...(state.isInitial && state.depth === 0 ? ['first'] : []), ...state.tags];
  const parts = [
    ['entry', code(state.entry)],
    ['exit', code(state.exit)],
    ['invokes', code(state.invokes.map(({ src }) => src))],
  ].flatMap(([name, names]) => (names === '' ? [] : [`${name} ${names}`]));
  return [
    `**\`${stateText(machine, state.id)}\`**${tags.length === 0 ? '' : ` (${tags.join(', ')})`}`,
    state.description ?? '',
    parts.length === 0 ? '' : `*${parts.join('; ')}*`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** `SUBMIT [isEmpty] → stays: setCode. No address was entered.` */
function transitionText(machine: AnyStateMachine, transition: MachineTransition): string {
  const { guard, branch, target, actions, description } = transition;
  const condition = guard === null ? (branch > 0 ? ' otherwise' : '') : ` [\`${guard}\`]`;
  const goal = target === null ? 'stays' : `\`${stateText(machine, target)}\``;
  const does = actions.length === 0 ? '' : `, ${code(actions)}`;
  const why = description === null ? '' : `. ${description}`;
  return `${eventText(machine, transition)}${condition} → ${goal}${does}${why}`.replaceAll(
    '\n',
    ' ',
  );
}

function rootServices(machine: AnyStateMachine): string[] {
  const services = rootInvokesOf(machine).map(({ src }) => src);
  return services.length === 0 ? [] : [`Invoked for the machine’s whole life: ${code(services)}.`];
}
