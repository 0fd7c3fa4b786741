/**
 * Circuit breaker for a marketplace: exponential backoff with jitter per consecutive failure; after several the circuit
 * opens, and after a longer wait (half open) lets one request through.
 * Pure: the caller applies each outcome with `transition`; time and jitter enter with the events.
 */
import { assign, setup } from 'xstate';

export interface CircuitLimits {
  /** Consecutive failures that open the circuit. */
  readonly failureThreshold: number;
  readonly initialBackoffMs: number;
  /** First wait while open, before jitter; doubled with each failed trial. */
  readonly cooldownMs: number;
  readonly maxBackoffMs: number;
}

export interface CircuitContext {
  readonly limits: CircuitLimits;
  /** Consecutive failures. */
  readonly failures: number;
  /** No request before this instant, on the same monotonic clock as every `atMs`. */
  readonly retryAtMs: number;
}

/** `jitter`: uniform in [0, 1). `retryAfterMs`: the source's own Retry-After, never shortened; null = none. */
export interface Failure {
  readonly atMs: number;
  readonly retryAfterMs: number | null;
  readonly jitter: number;
}

export type CircuitEvent =
  | { type: 'SOURCE.ANSWERED' }
  | ({ type: 'SOURCE.FAILED' } & Failure)
  | { type: 'TIME.PASSED'; atMs: number };

function waitMsAfter(
  failures: number,
  limits: CircuitLimits,
  { retryAfterMs, jitter }: Failure,
): number {
  const { failureThreshold, initialBackoffMs, cooldownMs, maxBackoffMs } = limits;
  const fullMs =
    failures < failureThreshold
      ? initialBackoffMs * 2 ** (failures - 1)
      : cooldownMs * 2 ** Math.min(30, failures - failureThreshold);
  // Between 50 % and 100 %, so that many servers do not retry at once.
  const jitteredMs = Math.min(maxBackoffMs, fullMs) * (0.5 + jitter / 2);
  return Math.max(jitteredMs, retryAfterMs ?? 0);
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
      retryAtMs: failure.atMs + waitMsAfter(failures + 1, limits, failure),
    })),
    resetFailures: assign({ failures: 0, retryAtMs: 0 }),
  },
  guards: {
    isFailureThresholdReached: ({ context: { failures, limits } }) =>
      failures + 1 >= limits.failureThreshold,
    isCooldownOver: ({ context: { retryAtMs } }, { atMs }: { atMs: number }) => atMs >= retryAtMs,
  },
}).createMachine({
  id: 'circuitBreaker',
  description: 'How long a failing marketplace is not requested.',
  context: ({ input }) => ({ limits: input, failures: 0, retryAtMs: 0 }),
  on: {
    'SOURCE.ANSWERED': {
      description: 'One answer resets the failures.',
      target: '.closed',
      actions: 'resetFailures',
    },
    'SOURCE.FAILED': [
      {
        description: 'The failure threshold is reached.',
        guard: 'isFailureThresholdReached',
        target: '.open',
        actions: { type: 'countFailure', params: ({ event }) => event },
      },
      {
        description: 'Below the threshold: wait, twice as long each time.',
        actions: { type: 'countFailure', params: ({ event }) => event },
      },
    ],
  },
  initial: 'closed',
  states: {
    closed: { description: 'Requests pass, after a failure with a short backoff.' },
    open: {
      description: 'No requests until the cooldown is over.',
      on: {
        'TIME.PASSED': {
          description: 'The cooldown is over.',
          guard: { type: 'isCooldownOver', params: ({ event }) => event },
          target: 'halfOpen',
        },
      },
    },
    halfOpen: {
      description:
        'One trial request may be made: an answer closes the circuit, a failure opens it again.',
    },
  },
});
