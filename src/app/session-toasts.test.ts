/** What a person is told of each outcome of signing in and out. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SessionOperation } from '#machines/auth-session.machine.ts';
import {
  googleErrors,
  resetErrors,
  sessionTexts,
  signInErrors,
  signUpErrors,
  textForCode,
} from '#src/copy/auth-texts.ts';
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

it.each<[SessionOperation, string, string]>([
  ['register', 'auth/email-already-in-use', textForCode(signUpErrors, 'auth/email-already-in-use')],
  ['register', 'auth/unheard-of', signUpErrors.other],
  ['password', 'auth/wrong-password', textForCode(signInErrors, 'auth/wrong-password')],
  ['password', 'auth/unheard-of', signInErrors.other],
  ['google', 'auth/popup-closed-by-user', textForCode(googleErrors, 'auth/popup-closed-by-user')],
  ['google', 'auth/unheard-of', googleErrors.other],
  ['sign-out', 'auth/network-request-failed', sessionTexts.signOutFailed],
])('%s that fails with %s', (operation, code, sentence) => {
  const { show, failed } = toasts();
  failed({ operation, code });
  expect(show).toHaveBeenCalledExactlyOnceWith(sentence, 'error');
});

it('a reset that fails, and a session that is lost', () => {
  const { show, resetFailed, sessionLost } = toasts();
  resetFailed('auth/user-not-found');
  resetFailed('auth/unheard-of');
  sessionLost();
  const sentences = [
    resetErrors['auth/user-not-found'],
    resetErrors.other,
    sessionTexts.refreshFailed,
  ];
  expect(show.mock.calls).toEqual(sentences.map((sentence) => [sentence, 'error']));
});
