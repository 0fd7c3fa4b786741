// @vitest-environment node
/** The guards evaluated again for one step of a trace. */
import { describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import type { Trace } from '#contract/trace.ts';
import { machineOf } from '#tests/machines/support/machine-of.ts';
import { contactFormEvents, recordTrace } from '#tests/machines/support/record-trace.ts';
import { guardResults } from './guard-results.ts';
import { positionAt } from './trace-position.ts';

const contact = machineOf('contactModal');
const written = recordTrace(contact, contactFormEvents);

describe('the guards of a step', () => {
  const guardLines = (machine: AnyStateMachine, trace: Trace, index: number) =>
    guardResults(machine, positionAt(trace, index)).map(
      ({ transition, passes, wasTaken }) => `${transition.guard} ${passes} ${wasTaken}`,
    );

  it('are evaluated with the context before it', () => {
    expect(guardLines(contact, written, 1)).toEqual(['isValid false false']);
    expect(guardLines(contact, written, 3)).toEqual(['isValid true true']);
  });

  it('of states left at once are evaluated too', () => {
    const onboarding = machineOf('onboarding');
    const trace = recordTrace(onboarding, [], { matchId: 'm', hasThreshold: false });
    expect(guardLines(onboarding, trace, -1)).toEqual([
      'hasThreshold false false',
      'hasMatch true true',
    ]);
  });
});
