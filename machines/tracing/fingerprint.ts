/** Hash of a machine's states, transitions, guards, actions and fixed delays; descriptions do not count. */
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

/** FNV-1a, 64 bit: synchronous, unlike the browser's digests; it need not be cryptographic. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  }
  return value.toString(16).padStart(16, '0');
}
