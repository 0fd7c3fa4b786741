/** Finds a machine of the registry by id. */
import type { AnyStateMachine } from 'xstate';
import { machinesById } from '#machines/tracing/machine-registry.ts';

/** @throws Error when the registry has no such machine */
export function machineOf(id: string): AnyStateMachine {
  const machine = machinesById.get(id);
  if (machine === undefined) throw new Error(`no machine is called ${id}`);
  return machine;
}
