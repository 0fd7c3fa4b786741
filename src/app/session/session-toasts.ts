/** Maps session outcomes to toasts with the texts of src/copy/auth-texts.ts. */
import type { SessionOperation } from '#machines/auth-session.machine.ts';
import {
  googleErrors,
  resetErrors,
  sessionTexts,
  signInErrors,
  signUpErrors,
  textForCode,
} from '#src/copy/auth-texts.ts';
import type { ShowToast } from '#src/features/session/session-context.ts';
import { outlivesReload } from './token-storage.ts';

export interface SessionToasts {
  succeeded(outcome: { readonly operation: SessionOperation; readonly isNew: boolean }): void;
  failed(outcome: { readonly operation: SessionOperation; readonly code: string }): void;
  resetFailed(code: string): void;
  /** Signed out because the token could not be refreshed. */
  sessionLost(): void;
}

export function createSessionToasts(show: ShowToast): SessionToasts {
  return {
    succeeded({ operation, isNew }) {
      show(successMessage(operation, isNew), 'success');
      if (operation !== 'sign-out' && !outlivesReload()) show(sessionTexts.notStored, 'error');
    },
    failed({ operation, code }) {
      show(failureMessage(operation, code), 'error');
    },
    resetFailed(code) {
      show(textForCode(resetErrors, code), 'error');
    },
    sessionLost() {
      show(sessionTexts.refreshFailed, 'error');
    },
  };
}

function successMessage(operation: SessionOperation, isNew: boolean): string {
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

function failureMessage(operation: SessionOperation, code: string): string {
  switch (operation) {
    case 'register':
      return textForCode(signUpErrors, code);
    case 'password':
      return textForCode(signInErrors, code);
    case 'google':
      return textForCode(googleErrors, code);
    case 'sign-out':
      return sessionTexts.signOutFailed;
  }
}
