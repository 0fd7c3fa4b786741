/** A short name for the shape of a machine: it changes with its states, transitions, guards, actions and fixed delays, not with its prose. */
import type { AnyStateMachine } from 'xstate';
import { rootInvokesOf, statesOf, transitionsOf } from './machine-structure.ts';

/** @returns 16 hexadecimal digits */
export function fingerprintOf(machine: AnyStateMachine): string {
  const states = statesOf(machine).map(({ description: _, ...shape }) => shape);
  const transitions = transitionsOf(machine).map(({ description: _, ...shape }) => shape);
  const delays = Object.entries(machine.implementations.delays).map(([name, delay]) => [
    name,
    typeof delay === 'number' ? delay : 'computed',
  ]);
  return hash(JSON.stringify([machine.id, rootInvokesOf(machine), states, transitions, delays]));
}

/** FNV-1a, 64 bit: the browser's own digests answer later, and nothing here needs secrecy. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  }
  return value.toString(16).padStart(16, '0');
}
