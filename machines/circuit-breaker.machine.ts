/**
 * The patience with a marketplace that fails: each failure in a row doubles the wait, with jitter; after several the
 * circuit is open, and after a longer wait lets one attempt through.
 * Pure: whoever asks the marketplace folds what came of it with `transition`; time and chance enter with the events.
 */
import { assign, setup } from 'xstate';

export interface CircuitLimits {
  /** Failures in a row that open the circuit. */
  readonly opensAfter: number;
  readonly firstWaitMs: number;
  /** Least wait while open, before jitter. */
  readonly openMs: number;
  readonly longestWaitMs: number;
}

export interface CircuitContext {
  readonly limits: CircuitLimits;
  /** In a row. */
  readonly failures: number;
  /** Nothing may be asked before, on the same clock as every `at`. */
  readonly notBeforeMs: number;
}

/** `chance`: uniform in [0, 1). `askedMs`: the wait the source itself asked for, which is never shortened. */
export interface Failure {
  readonly at: number;
  readonly askedMs: number | null;
  readonly chance: number;
}

export type CircuitEvent =
  | { type: 'SOURCE.ANSWERED' }
  | ({ type: 'SOURCE.FAILED' } & Failure)
  | { type: 'TIME.PASSED'; at: number };

function waitAfter(failures: number, limits: CircuitLimits, { askedMs, chance }: Failure): number {
  const { opensAfter, firstWaitMs, openMs, longestWaitMs } = limits;
  const fullMs =
    failures < opensAfter
      ? firstWaitMs * 2 ** (failures - 1)
      : openMs * 2 ** Math.min(30, failures - opensAfter);
  // Between half and all of it, so that many servers do not come back at once.
  const jitteredMs = Math.min(longestWaitMs, fullMs) * (0.5 + chance / 2);
  return Math.max(jitteredMs, askedMs ?? 0);
}

export const circuitBreakerMachine = setup({
  types: {
    context: {} as CircuitContext,
    events: {} as CircuitEvent,
    input: {} as CircuitLimits,
  },
  actions: {
    countFailure: assign(({ context: { limits, failures } }, failure: Failure) => ({
      failures: failures + 1,
      notBeforeMs: failure.at + waitAfter(failures + 1, limits, failure),
    })),
    forgetFailures: assign({ failures: 0, notBeforeMs: 0 }),
  },
  guards: {
    isLastStraw: ({ context: { failures, limits } }) => failures + 1 >= limits.opensAfter,
    isRested: ({ context: { notBeforeMs } }, { at }: { at: number }) => at >= notBeforeMs,
  },
}).createMachine({
  id: 'circuitBreaker',
  description: 'How long a marketplace that fails is left alone.',
  context: ({ input }) => ({ limits: input, failures: 0, notBeforeMs: 0 }),
  on: {
    'SOURCE.ANSWERED': {
      description: 'One answer makes up for every failure.',
      target: '.closed',
      actions: 'forgetFailures',
    },
    'SOURCE.FAILED': [
      {
        description: 'It has failed too often in a row.',
        guard: 'isLastStraw',
        target: '.open',
        actions: { type: 'countFailure', params: ({ event }) => event },
      },
      {
        description: 'It may be a hiccup: wait, each time for longer.',
        actions: { type: 'countFailure', params: ({ event }) => event },
      },
    ],
  },
  initial: 'closed',
  states: {
    closed: { description: 'It is asked as usual, or again after a short wait.' },
    open: {
      description: 'It is left alone.',
      on: {
        'TIME.PASSED': {
          description: 'It has been left alone for long enough.',
          guard: { type: 'isRested', params: ({ event }) => event },
          target: 'halfOpen',
        },
      },
    },
    halfOpen: {
      description:
        'One attempt may be made: an answer closes the circuit, a failure opens it again.',
    },
  },
});
