/** /login: sign-in form, or the password reset form. */
import { useMachine } from '@xstate/react';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { SessionFailure } from '#machines/auth-session.machine.ts';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { PasswordField } from '#src/components/password-field.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { signInErrors, textForCode } from '#src/copy/auth-texts.ts';
import { passwordWords, signInCopy } from '#src/copy/sign-in.ts';
import { AuthLayout } from '#src/features/session/auth-layout.tsx';
import { GoogleSignIn } from '#src/features/session/google-sign-in.tsx';
import { useSession } from '#src/features/session/session-context.ts';
import { PasswordResetForm } from './password-reset-form.tsx';

export function LoginScreen() {
  const { passwordReset, actorEnvironment } = useSession();
  const [reset, send] = useMachine(passwordReset, actorEnvironment);
  const [address, setAddress] = useState('');
  const isOpen = reset.hasTag('open');
  return (
    <AuthLayout title={isOpen ? signInCopy.resetTitle : signInCopy.signIn}>
      {isOpen ? (
        <PasswordResetForm state={reset} send={send} />
      ) : (
        <SignInForm
          address={address}
          onForgot={(typed) => {
            setAddress(typed);
            send({ type: 'OPEN' });
            if (typed !== '') send({ type: 'EDIT', email: typed });
          }}
        />
      )}
    </AuthLayout>
  );
}

/** What its toast announced, beside the form, where it stays. */
function SignInError({ failure }: { readonly failure: SessionFailure }) {
  if (failure.operation !== 'password') return null;
  return (
    <p className="field__error">
      <Icon name="warning" />
      {textForCode(signInErrors, failure.code)}
    </p>
  );
}

/** Its fields are read where they are needed: what a password manager fills in may come without an event. */
function SignInForm({
  address,
  onForgot,
}: {
  /** Typed before the reset form was opened. */
  readonly address: string;
  readonly onForgot: (typed: string) => void;
}) {
  const { session, actions } = useSession();
  const field = useRef<HTMLInputElement>(null);
  const isBusy = session.busy !== null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const filled = new FormData(event.currentTarget);
    const email = String(filled.get('email')).trim();
    const password = String(filled.get('password'));
    // “Submits only if email and password are both non-empty.”
    if (email === '' || password === '' || isBusy) return;
    actions.signIn({ email, password });
  };
  return (
    <div className="auth__view">
      <h1 className="headline">{signInCopy.loginTitle}</h1>
      <GoogleSignIn />
      <form onSubmit={submit} noValidate>
        <TextField
          label={signInCopy.email}
          type="email"
          autoComplete="username"
          inputMode="email"
          name="email"
          ref={field}
          defaultValue={address}
        />
        <PasswordField
          label={signInCopy.password}
          words={passwordWords}
          autoComplete="current-password"
          name="password"
          aside={
            <button
              type="button"
              className="linkbtn meta hit"
              onClick={() => onForgot(field.current?.value.trim() ?? '')}
            >
              {signInCopy.forgot}
            </button>
          }
        />
        {session.failure !== null && <SignInError failure={session.failure} />}
        <Button type="submit" wide tall loading={session.busy === 'password'} disabled={isBusy}>
          {signInCopy.signIn}
        </Button>
      </form>
      <p>
        {signInCopy.firstTime}{' '}
        <Link className="hit" to="/register">
          <b>{signInCopy.register}</b>
        </Link>
      </p>
    </div>
  );
}
