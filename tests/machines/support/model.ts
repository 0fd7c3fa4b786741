/** What a walk through a machine needs beside the machine: the events it may meet, and what must hold wherever it gets. */
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';

/** One thing that can happen, a service's answer included, with a name to tell it from others of its type. */
export interface Sample {
  readonly name: string;
  readonly event: AnyEventObject;
}

export interface Model {
  readonly machine: AnyStateMachine;
  /** What the machine may be started with; a walk begins with each. */
  readonly inputs: readonly unknown[];
  /** Everything from outside and from services. Timers ring by themselves. */
  readonly samples: Readonly<Record<string, AnyEventObject>>;
  /** The part of the context that guards read: it makes states differ, counters and texts do not. */
  // biome-ignore lint/suspicious/noExplicitAny: each model reads the context of its own machine
  readonly distinguishing: (context: any) => unknown;
  /** A timer that cannot ring here, because another, always shorter, rings first. */
  readonly neverFires?: (snapshot: AnyMachineSnapshot, event: string) => boolean;
  /** What cannot happen here for other reasons, by the name of the sample or timer. */
  readonly isPossible?: (snapshot: AnyMachineSnapshot, sample: string) => boolean;
  /** Sentences that hold after every step. */
  // biome-ignore lint/suspicious/noExplicitAny: each model reads the context of its own machine
  readonly invariants: Readonly<Record<string, (snapshot: any) => boolean>>;
}
