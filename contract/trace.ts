/**
 * Schema of a trace: the events one machine received and their outcome, step by step, replayable (tests/traces/README.md).
 * Secrets are replaced by aliases (contract/redaction.ts).
 */
import * as z from 'zod/mini';
import { instant } from './primitives.ts';

const traceVersion = 1;

/** State value of a machine: `'closed'`, or nested as `{ sending: 'shown' }`. */
export type TraceStateValue = string | { readonly [state: string]: TraceStateValue };
const stateValue: z.ZodMiniType<TraceStateValue> = z.lazy(() =>
  z.union([z.string(), z.record(z.string(), stateValue)]),
);

export type TraceJson = z.infer<ReturnType<typeof z.json>>;

/** The machine's snapshot after a step, and the step's effects. */
const outcome = z.strictObject({
  value: stateValue,
  context: z.json(),
  status: z.enum(['active', 'done', 'error', 'stopped']),
  /** Transitions taken, in order, as `machines/tracing/machine-structure.ts` names them. */
  transitions: z.array(z.string()),
  /** Named actions that reach outside the machine, in order. */
  effects: z.array(z.strictObject({ type: z.string(), params: z.json() })),
  /** Ids of the actors invoked. */
  invoked: z.array(z.string()),
  /** Timers started: event → delay in milliseconds. */
  timers: z.record(z.string(), z.number().check(z.minimum(0))),
});
export type TraceOutcome = z.infer<typeof outcome>;

const step = z.strictObject({
  /** Milliseconds on the machine's clock since it was started. */
  at: z.int().check(z.minimum(0)),
  /** `xstate.after.…` is from the clock, `xstate.done.…` and `xstate.error.…` from an actor, any other from outside. */
  event: z.looseObject({ type: z.string() }),
  ...outcome.shape,
});
export type TraceStep = z.infer<typeof step>;

export const trace = z.strictObject({
  format: z.literal('vigia-trace'),
  version: z.literal(traceVersion),
  /** Id of the machine. */
  machine: z.string().check(z.minLength(1)),
  /** Of the machine's states and transitions when this was recorded (machines/tracing/fingerprint.ts). */
  fingerprint: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  /** What happened, in a sentence. */
  title: z.string().check(z.minLength(1), z.maxLength(200)),
  recordedAt: instant,
  /** The machine's input; null for machines without. */
  input: z.json(),
  initial: outcome,
  steps: z.array(step),
});
export type Trace = z.infer<typeof trace>;
