/** Password reset form, shown within /login. */
import { type FormEvent, useEffect, useRef } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { PasswordResetEvent, passwordResetMachine } from '#machines/password-reset.machine.ts';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { resetTexts } from '#src/copy/auth-texts.ts';
import { signInCopy } from '#src/copy/sign-in.ts';

export function PasswordResetForm({
  state,
  send,
}: {
  readonly state: SnapshotFrom<typeof passwordResetMachine>;
  readonly send: (event: PasswordResetEvent) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { email, code } = state.context;
  const isMissing = code === 'missing-email';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // What a password manager filled in may have come without an event.
    const filled = field.current?.value ?? email;
    if (filled !== email) send({ type: 'EDIT', email: filled });
    send({ type: 'SUBMIT' });
    if (filled.trim() === '') field.current?.focus();
  };
  return (
    <div className="auth__view">
      <h1 className="headline">{signInCopy.resetTitle}</h1>
      <p>{signInCopy.resetLead}</p>
      <form onSubmit={submit} noValidate>
        <TextField
          label={signInCopy.email}
          type="email"
          autoComplete="email"
          inputMode="email"
          ref={field}
          value={email}
          error={isMissing ? resetTexts.missing : undefined}
          onChange={(event) => send({ type: 'EDIT', email: event.target.value })}
        />
        <div role="status">
          {state.matches('sent') && (
            <div className="banner banner--ok">
              <Icon name="check" />
              <p>{resetTexts.sent}</p>
            </div>
          )}
          {code !== null && !isMissing && (
            <div className="banner banner--error">
              <Icon name="warning" />
              <p>{resetTexts.failed}</p>
            </div>
          )}
        </div>
        <Button type="submit" wide tall loading={state.hasTag('busy')}>
          {signInCopy.sendLink}
        </Button>
      </form>
      <p>
        <Button variant="quiet" className="btn--flush" onClick={() => send({ type: 'CLOSE' })}>
          <Icon name="back" />
          {signInCopy.back}
        </Button>
      </p>
    </div>
  );
}
