/** Type of a test model: a machine with sample events and invariants, which is walked. */
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';

/** A sample event, results of invoked actors included, with a name that distinguishes it from others of its type. */
export interface Sample {
  readonly name: string;
  readonly event: AnyEventObject;
}

export interface Model {
  readonly machine: AnyStateMachine;
  /** Inputs of the machine; it is walked from each. */
  readonly inputs: readonly unknown[];
  /** External events and results of invoked actors. Timers fire by themselves. */
  readonly samples: Readonly<Record<string, AnyEventObject>>;
  /** The part of the context that guards read; states with equal values are one node of the graph. */
  // biome-ignore lint/suspicious/noExplicitAny: each model reads the context of its own machine
  readonly nodeKeyOf: (context: any) => unknown;
  /** A timer that cannot fire here, because a shorter one fires first. */
  readonly neverFires?: (snapshot: AnyMachineSnapshot, event: string) => boolean;
  /** Whether a sample or timer, by name, can happen in a state. */
  readonly isPossible?: (snapshot: AnyMachineSnapshot, sample: string) => boolean;
  /** Invariants checked after every step, by description. */
  // biome-ignore lint/suspicious/noExplicitAny: each model reads the context of its own machine
  readonly invariants: Readonly<Record<string, (snapshot: any) => boolean>>;
}
