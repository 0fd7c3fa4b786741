/** Turns outcomes of the session into toasts, in the specification's words (section 8). */
import type { SessionOperation } from '#machines/auth-session.machine.ts';
import {
  googleErrors,
  resetErrors,
  sentenceFor,
  sessionTexts,
  signInErrors,
  signUpErrors,
} from '#src/copy/auth-errors.ts';
import type { ShowToast } from '#src/features/session/session-context.ts';

export interface SessionToasts {
  succeeded(outcome: { readonly operation: SessionOperation; readonly isNew: boolean }): void;
  failed(outcome: { readonly operation: SessionOperation; readonly code: string }): void;
  resetFailed(code: string): void;
  /** Forced out: the token could not be renewed. */
  sessionLost(): void;
}

export function createSessionToasts(show: ShowToast): SessionToasts {
  return {
    succeeded({ operation, isNew }) {
      show(successOf(operation, isNew), 'success');
    },
    failed({ operation, code }) {
      show(failureOf(operation, code), 'error');
    },
    resetFailed(code) {
      show(sentenceFor(resetErrors, code), 'error');
    },
    sessionLost() {
      show(sessionTexts.unrenewable, 'error');
    },
  };
}

function successOf(operation: SessionOperation, isNew: boolean): string {
  switch (operation) {
    case 'register':
      return sessionTexts.signedUp;
    case 'password':
      return sessionTexts.signedIn;
    case 'google':
      return isNew ? sessionTexts.googleNew : sessionTexts.googleKnown;
    case 'sign-out':
      return sessionTexts.signedOut;
  }
}

function failureOf(operation: SessionOperation, code: string): string {
  switch (operation) {
    case 'register':
      return sentenceFor(signUpErrors, code);
    case 'password':
      return sentenceFor(signInErrors, code);
    case 'google':
      return sentenceFor(googleErrors, code);
    case 'sign-out':
      return sessionTexts.signOutFailed;
  }
}
