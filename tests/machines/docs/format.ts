/** Formats events, delays and states for a machine's page. */
import type { AnyStateMachine } from 'xstate';
import type { MachineTransition } from '#machines/tracing/machine-structure.ts';

export function durationText(ms: number): string {
  const days = ms / 86_400_000;
  if (days >= 1) return `${days} days`;
  return ms % 60_000 === 0 ? `${ms / 60_000} min` : `${ms / 1_000} s`;
}

/** A delay's name, with its length when that is fixed. */
export function delayText(machine: AnyStateMachine, delay: string | number): string {
  const length = typeof delay === 'number' ? delay : machine.implementations.delays[delay];
  return typeof length === 'number' ? `${delay} (${durationText(length)})` : String(delay);
}

export function eventText(machine: AnyStateMachine, transition: MachineTransition): string {
  const { event, delay } = transition;
  if (event === '') return 'at once';
  if (delay !== null) return `after ${delayText(machine, delay)}`;
  const answer = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event);
  if (answer === null) return event;
  return `${answer[2]} ${answer[1] === 'done' ? 'answers' : 'fails'}`;
}

/** A state's id without the machine's own name: `signedIn.fresh`. */
export const stateText = (machine: AnyStateMachine, id: string): string =>
  id === machine.id ? 'anywhere' : id.slice(machine.id.length + 1);
