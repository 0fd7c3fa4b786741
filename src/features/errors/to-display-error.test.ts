// @vitest-environment node
/** Errors as screens show them: in the API's words, or in those of the place where they happened. */
import { expect, it } from 'vitest';
import { errorText, toDisplayError, unreadText } from './to-display-error.ts';

const refused = { status: 422, code: 'plan_limit', message: 'Tu plan incluye cinco.' } as const;
const thrown = {
  name: 'TypeError',
  message: "Cannot read properties of undefined (reading 'map')",
};

const offline = { status: 0, code: 'offline', message: 'Sin red.' } as const;
const fallback = 'No se ha podido.';

it.each([
  ['the API’s answer is what it says', refused, refused.message, refused.message],
  // Its message is for developers.
  ['what was thrown is not shown', thrown, fallback, fallback],
  ['nothing is, too', undefined, fallback, fallback],
  ['without connection a list says what it lacks', offline, offline.message, fallback],
])('%s', (_what, error, text, unread) => {
  expect([errorText(error, fallback), unreadText(error, fallback)]).toEqual([text, unread]);
});

it('has the code of the API’s answer, and nothing without an error', () => {
  expect(toDisplayError(refused)?.code).toBe('plan_limit');
  expect(toDisplayError(undefined)).toBeNull();
});
