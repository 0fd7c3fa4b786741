/** Replaces a machine by the mutant that the variable MUTANT names. */
import type { AnyStateMachine } from 'xstate';
import { mutantsOf } from './mutants.ts';

/** @returns the machine itself unless MUTANT names one of its mutants */
export function loadMutant(machine: AnyStateMachine): AnyStateMachine {
  const wanted = process.env.MUTANT;
  return mutantsOf(machine).find(({ name }) => name === wanted)?.machine ?? machine;
}
