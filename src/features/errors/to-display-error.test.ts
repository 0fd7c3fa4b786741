// @vitest-environment node
/** Errors as screens show them: in the API's words, or in those of the place where they happened. */
import { expect, it } from 'vitest';
import { errorText, toDisplayError, unreadText } from './to-display-error.ts';

const refused = { status: 422, code: 'plan_limit', message: 'Tu plan incluye cinco.' } as const;
const thrown = {
  name: 'TypeError',
  message: "Cannot read properties of undefined (reading 'map')",
};

it('an answer of the API says why', () => {
  expect(errorText(refused, 'No se ha podido.')).toBe('Tu plan incluye cinco.');
  expect(toDisplayError(refused)?.code).toBe('plan_limit');
});

it('what was thrown is not shown: its message is for developers', () => {
  expect(errorText(thrown, 'No se ha podido.')).toBe('No se ha podido.');
  expect(errorText(undefined, 'No se ha podido.')).toBe('No se ha podido.');
});

it('a list says what it lacks where the banner says that there is no connection', () => {
  const offline = {
    status: 0,
    code: 'offline',
    message: 'Sin conexión. Inténtalo de nuevo',
  } as const;
  expect(unreadText(offline, 'No se han podido leer.')).toBe('No se han podido leer.');
  expect(unreadText(refused, 'No se han podido leer.')).toBe('Tu plan incluye cinco.');
});

it('without an error there is nothing to show', () => {
  expect(toDisplayError(undefined)).toBeNull();
});
