/** Where nothing is stored, a person is told that a reload ends the session. */
import { afterEach, expect, it, vi } from 'vitest';
import { sessionTexts } from '#src/copy/auth-texts.ts';
import { createSessionToasts } from './session-toasts.ts';

afterEach(() => void vi.unstubAllGlobals());

it.each([
  ['password', [sessionTexts.notStored]],
  ['sign-out', []],
] as const)('after %s: %j', (operation, warnings) => {
  const setItem = () => {
    throw new DOMException('forbidden', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { setItem, removeItem: () => {} });
  const show = vi.fn();
  createSessionToasts(show).succeeded({ operation, isNew: false });
  const errors = show.mock.calls.filter(([, variant]) => variant === 'error');
  expect(errors.map(([text]) => text)).toEqual(warnings);
});
