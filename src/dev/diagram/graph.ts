/** A machine as boxes and arrows, before layout. */
import type { AnyStateMachine } from 'xstate';
import {
  type MachineState,
  type MachineTransition,
  rootInvokesOf,
  statesOf,
  transitionsOf,
} from '#machines/tracing/machine-structure.ts';

/** Text of one transition, beside its arrow or inside its box. */
export interface GraphLine {
  readonly transition: MachineTransition;
  readonly text: string;
}

const maxRowLength = 24;

/** A long line is wrapped before its guard: a narrower diagram is drawn larger. */
export const rowsOf = ({ text }: GraphLine): readonly string[] =>
  text.length > maxRowLength ? text.split(/ (?=\[)/) : [text];

export interface GraphBox {
  readonly id: string;
  readonly name: string;
  /** null for the root box, the source of transitions valid in every state. */
  readonly state: MachineState | null;
  readonly services: readonly string[];
  /** Internal transitions, and self-transitions (↺). */
  readonly inner: readonly GraphLine[];
  readonly children: readonly GraphBox[];
}

/** All transitions from one box to another share an arrow. */
export interface GraphArrow {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly lines: readonly GraphLine[];
}

export interface MachineGraph {
  readonly boxes: readonly GraphBox[];
  readonly arrows: readonly GraphArrow[];
}

export function graphOf(machine: AnyStateMachine): MachineGraph {
  const states = statesOf(machine);
  const lines = transitionsOf(machine).map((transition) => ({
    transition,
    text: `${transitionText(transition, machine)}${transition.target === transition.source ? ' ↺' : ''}`,
  }));
  const innerOf = (id: string) =>
    lines.filter(({ transition }) => transition.source === id && isInner(transition));
  const boxesUnder = (parent: string | null): GraphBox[] =>
    states
      .filter((state) => state.parent === parent)
      .map((state) => ({
        id: state.id,
        name: state.name,
        state,
        services: state.invokes.map(({ id }) => id),
        inner: innerOf(state.id),
        children: boxesUnder(state.id),
      }));
  const rootBox: GraphBox = {
    id: machine.id,
    name: machine.id,
    state: null,
    services: rootInvokesOf(machine).map(({ id }) => id),
    inner: innerOf(machine.id),
    children: [],
  };
  const isDrawn = lines.some(({ transition }) => transition.source === machine.id);
  const hasServices = rootBox.services.length > 0;
  return {
    boxes: [...(isDrawn || hasServices ? [rootBox] : []), ...boxesUnder(null)],
    arrows: arrowsOf(lines),
  };
}

/** An internal transition or a self-transition. */
const isInner = ({ source, target }: MachineTransition): boolean =>
  target === null || target === source;

function arrowsOf(lines: readonly GraphLine[]): GraphArrow[] {
  const arrows = new Map<string, GraphLine[]>();
  for (const line of lines) {
    const { source, target } = line.transition;
    if (target === null || isInner(line.transition)) continue;
    const id = `${source} → ${target}`;
    arrows.set(id, [...(arrows.get(id) ?? []), line]);
  }
  return [...arrows].map(([id, lines]) => {
    const [from = '', to = ''] = id.split(' → ');
    return { id, from, to, lines: lines };
  });
}

/** `SUBMIT [isValid]`, `tras autoClose (3 s)`, `signIn ✓`. */
function transitionText(
  { event, guard, delay }: MachineTransition,
  machine: AnyStateMachine,
): string {
  const guarded = guard === null ? '' : ` [${guard}]`;
  return `${eventText(event, delay, machine)}${guarded}`;
}

function eventText(event: string, delay: string | number | null, machine: AnyStateMachine): string {
  if (delay !== null) {
    const fixed = typeof delay === 'number' ? delay : machine.implementations.delays[delay];
    const length = typeof fixed === 'number' ? formatDuration(fixed) : null;
    if (typeof delay === 'number') return `tras ${length}`;
    return `tras ${delay}${length === null ? '' : ` (${length})`}`;
  }
  return event === '' ? 'enseguida' : eventName(event);
}

/** XState's own events in words: an actor's answer, a timer. */
export const eventName = (event: string): string =>
  event
    .replace(/^xstate\.done\.actor\.(.+)$/, '$1 ✓')
    .replace(/^xstate\.error\.actor\.(.+)$/, '$1 ✗')
    .replace(/^xstate\.after\.([^.]+)\..*$/, 'tras $1')
    .replace(/^xstate\.done\.state\..*$/, 'terminado');

export function formatDuration(ms: number): string {
  if (ms >= 3_600_000 && ms % 3_600_000 === 0) return `${ms / 3_600_000} h`;
  if (ms >= 60_000 && ms % 60_000 === 0) return `${ms / 60_000} min`;
  return ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`;
}
