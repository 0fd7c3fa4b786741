/** /register: a new account, with Google or with e-mail and password. */
import { zodResolver } from '@hookform/resolvers/zod';
import type { FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { Button } from '#src/components/button.tsx';
import { PasswordField } from '#src/components/password-field.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { confirmationWords, passwordWords, signInCopy } from '#src/copy/sign-in.ts';
import { FormErrorSummary } from '#src/features/forms/form-error-summary.tsx';
import { AuthLayout } from '#src/features/session/auth-layout.tsx';
import { GoogleSignIn } from '#src/features/session/google-sign-in.tsx';
import {
  type Registration,
  registrationSchema,
} from '#src/features/session/registration-schema.ts';
import { useSession } from '#src/features/session/session-context.ts';
import styles from './register-screen.module.css';

const empty: Registration = { username: '', email: '', password: '', confirmation: '' };
const fields = ['username', 'email', 'password', 'confirmation'] as const;

export function RegisterScreen() {
  const { session, actions } = useSession();
  const { register, handleSubmit, setValue, formState } = useForm<Registration>({
    defaultValues: empty,
    resolver: zodResolver(registrationSchema),
    // Validates on blur first, then on every change.
    mode: 'onTouched',
  });
  const { errors } = formState;
  const isBusy = session.busy !== null;
  const send = handleSubmit((account) => {
    if (!isBusy) actions.register(account);
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // What a password manager filled in may have come without an event.
    const filled = new FormData(event.currentTarget);
    for (const field of fields) setValue(field, String(filled.get(field)));
    return send(event);
  };
  const invalidLabels = fields.filter((field) => errors[field]).map((field) => signInCopy[field]);
  return (
    <AuthLayout title={signInCopy.createAccount}>
      <div className={`auth__view ${styles['is-register']}`}>
        <h1 className="headline">{signInCopy.registerTitle}</h1>
        <GoogleSignIn />
        <form onSubmit={submit} noValidate>
          <TextField
            label={signInCopy.username}
            autoComplete="nickname"
            error={errors.username?.message}
            {...register('username')}
          />
          <TextField
            label={signInCopy.email}
            type="email"
            autoComplete="username"
            inputMode="email"
            error={errors.email?.message}
            {...register('email')}
          />
          <PasswordField
            label={signInCopy.password}
            words={passwordWords}
            autoComplete="new-password"
            error={errors.password?.message}
            {...register('password', { deps: ['confirmation'] })}
          />
          <PasswordField
            label={signInCopy.confirmation}
            words={confirmationWords}
            autoComplete="new-password"
            error={errors.confirmation?.message}
            {...register('confirmation')}
          />
          <FormErrorSummary labels={invalidLabels} />
          <Button type="submit" wide tall loading={session.busy === 'register'} disabled={isBusy}>
            {signInCopy.createAccount}
          </Button>
        </form>
        <p className="meta">
          {signInCopy.startsInBasic} Al crear la cuenta aceptas los{' '}
          <Link to="/terms">términos</Link> y la <Link to="/privacy">privacidad</Link>.
        </p>
        <p>
          {signInCopy.haveAccount}{' '}
          <Link className="hit" to="/login">
            <b>{signInCopy.login}</b>
          </Link>
        </p>
      </div>
    </AuthLayout>
  );
}
