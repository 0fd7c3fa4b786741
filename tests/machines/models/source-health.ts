/** Test model of sourceHealth. */
import { machineOf } from '../support/machine-of.ts';
import type { Model } from '../support/model.ts';

const everyMs = 60_000;
const passed = (atMs: number, expected: number | null = everyMs) => ({
  type: 'TIME.PASSED',
  atMs,
  everyMs: expected,
});

export const sourceHealth: Model = {
  machine: machineOf('sourceHealth'),
  inputs: [undefined],
  samples: {
    'a reading arrives': { type: 'READING.ARRIVED', atMs: 60_000 },
    'the next reading arrives': { type: 'READING.ARRIVED', atMs: 120_000 },
    'three intervals pass without a reading': passed(240_000),
    'and one millisecond more': passed(240_001),
    'a long time passes': passed(3_600_000),
    'a long time passes while no worker reads the source': passed(3_600_000, null),
  },
  nodeKeyOf: ({ arrivedAtMs }) => arrivedAtMs,
  invariants: {
    'an unknown source has no arrival': ({ value, context }) =>
      value !== 'unknown' || context.arrivedAtMs === null,
    'a fresh source has an arrival': ({ value, context }) =>
      value !== 'fresh' || context.arrivedAtMs !== null,
  },
};
