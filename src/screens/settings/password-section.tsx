/** Another password, for whoever has one: the present one first, then the new one twice. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '#src/components/button.tsx';
import { PasswordField } from '#src/components/password-field.tsx';
import {
  passwordCopy as copy,
  signInFailure,
  wrongPasswordCodes,
} from '#src/copy/settings-account.ts';
import { registrationErrors } from '#src/copy/sign-in.ts';
import { passwordField } from '#src/features/session/registration-schema.ts';
import { type AccountCredentials, useSession } from '#src/features/session/session-context.ts';
import { QueryResult } from './query-result.tsx';
import { ApiErrorBanner } from './settings-api-error-banner.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useAccountCredentials } from './use-account-credentials.ts';

const passwordForm = z
  .object({
    current: z.string().check(z.minLength(1, copy.currentMissing)),
    next: passwordField,
    confirmation: z.string().check(z.minLength(1, registrationErrors.confirmationMissing)),
  })
  .check(
    z.refine(({ next, confirmation }) => confirmation === '' || next === confirmation, {
      path: ['confirmation'],
      error: registrationErrors.confirmationDiffers,
      // Said as soon as both are typed, whatever else is still wrong.
      when: () => true,
    }),
    z.refine(({ current, next }) => current === '' || current !== next, {
      path: ['next'],
      error: copy.same,
    }),
  );

export function PasswordSection() {
  const ownSignIn = useAccountCredentials();
  return (
    <SettingsSection id="clave" title={copy.title}>
      <QueryResult query={ownSignIn} rows={1} label={copy.loading}>
        {(own) => (own.hasPassword() ? <PasswordForm own={own} /> : <p>{copy.google}</p>)}
      </QueryResult>
    </SettingsSection>
  );
}

const empty = { current: '', next: '', confirmation: '' };

function PasswordForm({ own }: { own: AccountCredentials }) {
  const { session, showToast } = useSession();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({
    defaultValues: empty,
    resolver: zodResolver(passwordForm),
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ current, next }) => {
    setProblem(null);
    try {
      await own.changePassword({ current, next });
    } catch (error) {
      const { code, text } = signInFailure(error);
      const field = wrongPasswordCodes.includes(code)
        ? 'current'
        : code === 'auth/weak-password'
          ? 'next'
          : null;
      if (field === null) setProblem(text);
      else form.setError(field, { message: text }, { shouldFocus: true });
      return;
    }
    form.reset(empty);
    showToast(copy.changed, 'success');
  });
  return (
    <form className="setform" onSubmit={submit} noValidate>
      <div className="three">
        {/* So that a password manager knows whose password this is. */}
        <input
          type="email"
          autoComplete="username"
          value={session.user?.email ?? ''}
          readOnly
          hidden
        />
        <PasswordField
          label={copy.current}
          words={copy.currentWords}
          autoComplete="current-password"
          error={errors.current?.message}
          {...form.register('current')}
        />
        <PasswordField
          label={copy.next}
          words={copy.nextWords}
          autoComplete="new-password"
          error={errors.next?.message}
          {...form.register('next', { deps: ['confirmation'] })}
        />
        <PasswordField
          label={copy.confirmation}
          words={copy.confirmationWords}
          autoComplete="new-password"
          error={errors.confirmation?.message}
          {...form.register('confirmation')}
        />
      </div>
      {problem !== null && <ApiErrorBanner message={problem} />}
      <p>
        <Button variant="outline" small type="submit" loading={isSubmitting}>
          {copy.change}
        </Button>
      </p>
    </form>
  );
}
