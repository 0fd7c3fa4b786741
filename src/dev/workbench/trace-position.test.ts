// @vitest-environment node
/** One position of a trace as the workbench writes it: its state, its time, and the guards of its step. */
import { expect, it } from 'vitest';
import { machineOf } from '#tests/machines/support/machine-of.ts';
import { contactFormEvents, recordTrace } from '#tests/machines/support/record-trace.ts';
import { formatElapsed } from './format-elapsed.ts';
import { guardResults } from './guard-results.ts';
import { formatStateValue, positionAt } from './trace-position.ts';

it('a nested state is shown as one path', () => {
  const value = { signedIn: { refreshing: 'requesting' } };
  expect(formatStateValue(value)).toBe('signedIn.refreshing.requesting');
});

it.each([
  [0, '0:00.0'],
  [59_990, '1:00.0'],
  [3_000_000, '50:00.0'],
  [3_723_400, '1:02:03.4'],
])('%i ms are shown as %s', (ms, text) => {
  expect(formatElapsed(ms)).toBe(text);
});

const contact = machineOf('contactModal');
const onboarding = machineOf('onboarding');
const written = recordTrace(contact, contactFormEvents);
const resumed = recordTrace(onboarding, [], { matchId: 'm', hasThreshold: false });
it.each([
  ['with the context before it', contact, written, 1, ['isValid false false']],
  ['in the order of the steps', contact, written, 3, ['isValid true true']],
  [
    'of states left at once, too',
    onboarding,
    resumed,
    -1,
    ['hasThreshold false false', 'hasMatch true true'],
  ],
])('the guards of a step are evaluated %s', (_how, machine, trace, index, lines) => {
  const results = guardResults(machine, positionAt(trace, index)).map(
    ({ transition, passes, wasTaken }) => `${transition.guard} ${passes} ${wasTaken}`,
  );
  expect(results).toEqual(lines);
});
