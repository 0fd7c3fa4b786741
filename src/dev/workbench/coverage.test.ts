// @vitest-environment node
/** Coverage of a machine's states and transitions in the workbench. */
import { describe, expect, it } from 'vitest';
import { machineOf } from '#tests/machines/support/machine-of.ts';
import { recordTrace } from '#tests/machines/support/record-trace.ts';
import { coverageOf } from './coverage.ts';

describe('the coverage', () => {
  it('counts what was visited, also states left at once', () => {
    const onboarding = machineOf('onboarding');
    const trace = recordTrace(onboarding, [], { matchId: 'm', hasThreshold: false });
    const { covered, transitions } = coverageOf(onboarding, [trace]);
    expect([...covered].filter((id) => id.startsWith('onboarding.')).sort()).toEqual([
      'onboarding.creatingThreshold',
      'onboarding.resuming',
      'onboarding.resuming --always[1]--> onboarding.creatingThreshold',
    ]);
    expect(transitions).toMatch(/^1\//);
  });
});
