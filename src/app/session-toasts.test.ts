/** What a person is told of each outcome of signing in and out. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionTexts } from '#src/copy/auth-texts.ts';
import { createSessionToasts } from './session-toasts.ts';

let setItem = vi.fn();
beforeEach(() => {
  setItem = vi.fn();
  vi.stubGlobal('localStorage', { setItem, removeItem: () => {} });
});
afterEach(() => void vi.unstubAllGlobals());

const toasts = () => {
  const show = vi.fn();
  return { show, ...createSessionToasts(show) };
};

it.each([
  ['register', false, sessionTexts.signedUp],
  ['password', false, sessionTexts.signedIn],
  ['google', true, sessionTexts.googleNew],
  ['google', false, sessionTexts.googleKnown],
  ['sign-out', false, sessionTexts.signedOut],
] as const)(
  '%s, new: %s; where nothing is stored a reload ends the session',
  (operation, isNew, sentence) => {
    const { show, succeeded } = toasts();
    succeeded({ operation, isNew });
    expect(show).toHaveBeenCalledExactlyOnceWith(sentence, 'success');
    setItem.mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    succeeded({ operation, isNew });
    const warnings = show.mock.calls.filter(([, variant]) => variant === 'error');
    expect(warnings).toEqual(operation === 'sign-out' ? [] : [[sessionTexts.notStored, 'error']]);
  },
);
