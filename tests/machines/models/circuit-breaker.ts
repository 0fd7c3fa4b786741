/** Test model of circuitBreaker. */
import type { CircuitLimits } from '#machines/circuit-breaker.machine.ts';
import { machineOf } from '../support/machine-of.ts';
import type { Model } from '../support/model.ts';

const limits: CircuitLimits = {
  failureThreshold: 3,
  initialBackoffMs: 1_000,
  cooldownMs: 60_000,
  maxBackoffMs: 900_000,
};
const failed = (retryAfterMs: number | null) => ({
  type: 'SOURCE.FAILED',
  atMs: 0,
  retryAfterMs,
  jitter: 0.5,
});

export const circuitBreaker: Model = {
  machine: machineOf('circuitBreaker'),
  inputs: [limits],
  samples: {
    'the marketplace answers': { type: 'SOURCE.ANSWERED' },
    'it fails': failed(null),
    'it fails with a Retry-After of an hour': failed(3_600_000),
    'a second passes': { type: 'TIME.PASSED', atMs: 1_000 },
    'a day passes': { type: 'TIME.PASSED', atMs: 86_400_000 },
  },
  // Beyond the threshold the number of failures decides nothing but the wait.
  nodeKeyOf: ({ failures }) => Math.min(failures, limits.failureThreshold),
  invariants: {
    'the circuit is closed until the failure threshold': ({ value, context }) =>
      (value === 'closed') === context.failures < limits.failureThreshold,
    'there is no wait without a failure': ({ context }) =>
      (context.retryAtMs === 0) === (context.failures === 0),
    'no wait is longer than the maximum or Retry-After': ({ context }) =>
      context.retryAtMs <= 3_600_000,
  },
};
