import type { AnyStateMachine } from 'xstate';
import { mutantsOf } from './mutants.ts';

/** @returns the mutant that MUTANT names, when it is one of this machine */
export function loadMutant(machine: AnyStateMachine): AnyStateMachine {
  const wanted = process.env.MUTANT;
  return mutantsOf(machine).find(({ name }) => name === wanted)?.machine ?? machine;
}
