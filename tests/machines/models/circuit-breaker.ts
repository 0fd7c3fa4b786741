import type { CircuitLimits } from '#machines/circuit-breaker.machine.ts';
import { machineOf } from '../support/machine-of.ts';
import type { Model } from '../support/model.ts';

const limits: CircuitLimits = {
  opensAfter: 3,
  firstWaitMs: 1_000,
  openMs: 60_000,
  longestWaitMs: 900_000,
};
const failed = (askedMs: number | null) => ({ type: 'SOURCE.FAILED', at: 0, askedMs, chance: 0.5 });

export const circuitBreaker: Model = {
  machine: machineOf('circuitBreaker'),
  inputs: [limits],
  samples: {
    'the marketplace answers': { type: 'SOURCE.ANSWERED' },
    'it fails': failed(null),
    'it fails and asks for an hour': failed(3_600_000),
    'a second passes': { type: 'TIME.PASSED', at: 1_000 },
    'a day passes': { type: 'TIME.PASSED', at: 86_400_000 },
  },
  // Beyond the last straw the number of failures decides nothing but the wait.
  telling: ({ failures }) => Math.min(failures, limits.opensAfter),
  invariants: {
    'the circuit is closed until the last straw': ({ value, context }) =>
      (value === 'closed') === context.failures < limits.opensAfter,
    'nothing is waited for without a failure': ({ context }) =>
      (context.notBeforeMs === 0) === (context.failures === 0),
    'no wait is longer than the longest, or than asked for': ({ context }) =>
      context.notBeforeMs <= 3_600_000,
  },
};
