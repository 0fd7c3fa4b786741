/** Reauthentication in a dialog whose request the server refuses without a recent sign-in: by password, or with Google. */
import { useState } from 'react';
import { reauthenticationCopy as copy, reauthenticationError } from '#src/copy/settings-account.ts';
import { useAccountCredentials } from '#src/features/session/use-account-credentials.ts';

export function useReauthentication() {
  const { data: credentials } = useAccountCredentials();
  const [isNeeded, setNeeded] = useState(false);
  const needsPassword = isNeeded && credentials?.hasPassword() === true;
  return {
    isNeeded,
    needsPassword,
    /** Whether a request failed for want of a recent sign-in; from then on one is asked for. */
    isRefusal(error: object): boolean {
      const isRefused = 'code' in error && error.code === 'reauthentication_required';
      if (isRefused) setNeeded(true);
      return isRefused;
    },
    /** @returns why not; null = done, or not needed */
    async reauthenticate(password: string): Promise<string | null> {
      if (!isNeeded || credentials === undefined) return null;
      if (needsPassword && password === '') return copy.passwordMissing;
      try {
        await credentials.reauthenticate(password);
        return null;
      } catch (error) {
        return reauthenticationError(error).text;
      }
    },
  };
}
