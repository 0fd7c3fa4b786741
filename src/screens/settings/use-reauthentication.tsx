/** Reauthentication in a dialog whose request the server refuses without a recent sign-in: by password, or with Google. */
import { useRef, useState } from 'react';
import { PasswordField } from '#src/components/password-field.tsx';
import { reauthenticationCopy as copy, reauthenticationError } from '#src/copy/settings-account.ts';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import { errorText, type QueryError } from '#src/features/errors/to-display-error.ts';
import { useAccountCredentials } from '#src/features/session/use-account-credentials.ts';

interface Answer<Data> {
  readonly data?: Data | undefined;
  readonly error?: QueryError | undefined;
}

export function useReauthentication() {
  const { data: credentials } = useAccountCredentials();
  const [isNeeded, setNeeded] = useState(false);
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ password?: string; request?: string }>({});
  const field = useRef<HTMLInputElement>(null);
  const needsPassword = isNeeded && credentials?.hasPassword() === true;
  /** @returns why not; null = done, or not needed */
  const reauthenticate = async () => {
    if (!isNeeded || credentials === undefined) return null;
    if (needsPassword && password === '') return copy.passwordMissing;
    return credentials.reauthenticate(password).then(
      () => null,
      (error: unknown) => reauthenticationError(error).text,
    );
  };
  return {
    /** Of the button that sends the request. */
    labelOf: (label: string) => (isNeeded && !needsPassword ? copy.google : label),
    /** What is asked for, and why the last request failed. */
    fields: (
      <>
        {isNeeded && <p role="status">{copy.proof}</p>}
        {needsPassword && (
          <PasswordField
            ref={field}
            label={copy.password}
            words={copy.passwordWords}
            autoComplete="current-password"
            autoFocus
            error={errors.password}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        <ApiErrorBanner error={{ message: errors.request ?? null }} />
      </>
    ),
    /** After a reauthentication, if one is needed. @returns what it answered; undefined after an error, which the fields say */
    async send<Data>(request: () => PromiseLike<Answer<Data>>, failed: string) {
      setErrors({});
      const refusal = await reauthenticate();
      if (refusal !== null) {
        setErrors(needsPassword ? { password: refusal } : { request: refusal });
        field.current?.focus();
        return undefined;
      }
      const { data, error } = await request();
      if (error?.code === 'reauthentication_required') setNeeded(true);
      else if (error !== undefined) setErrors({ request: errorText(error, failed) });
      return data;
    },
  };
}
