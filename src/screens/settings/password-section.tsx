/** Form to change the password, for users who have one: current password, then the new one twice. */

import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '#src/components/button.tsx';
import { PasswordField } from '#src/components/password-field.tsx';
import {
  passwordCopy as copy,
  dropAccessCopy,
  reauthenticationError,
  wrongPasswordCodes,
} from '#src/copy/settings-account.ts';
import { registrationErrors } from '#src/copy/sign-in.ts';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import { passwordSchema } from '#src/features/session/registration-schema.ts';
import { type AccountCredentials, useSession } from '#src/features/session/session-context.ts';
import { useAccountCredentials } from '#src/features/session/use-account-credentials.ts';
import { DropAccess } from './drop-access.tsx';
import passwordSectionStyles from './password-section.module.css';
import { QueryResult } from './query-result.tsx';
import settingsSectionStyles from './settings-section.module.css';
import { SettingsSection } from './settings-section.tsx';

const passwordForm = z
  .object({
    current: z.string().check(z.minLength(1, copy.currentMissing)),
    next: passwordSchema,
    confirmation: z.string().check(z.minLength(1, registrationErrors.confirmationMissing)),
  })
  .check(
    z.refine(({ next, confirmation }) => confirmation === '' || next === confirmation, {
      path: ['confirmation'],
      error: registrationErrors.confirmationDiffers,
      // Checked even while other fields are invalid.
      when: () => true,
    }),
    z.refine(({ current, next }) => current !== next, {
      path: ['next'],
      error: copy.same,
    }),
  );

export function PasswordSection() {
  const credentialsQuery = useAccountCredentials();
  return (
    <SettingsSection id="clave" title={copy.title}>
      <QueryResult query={credentialsQuery} rows={1} label={copy.loading}>
        {(credentials) =>
          credentials.hasPassword() ? (
            <PasswordForm credentials={credentials} />
          ) : (
            <p>{copy.google}</p>
          )
        }
      </QueryResult>
    </SettingsSection>
  );
}

const empty = { current: '', next: '', confirmation: '' };

function PasswordForm({ credentials }: { credentials: AccountCredentials }) {
  const { session, showToast } = useSession();
  const [isChanged, setChanged] = useState(false);
  const form = useForm({
    defaultValues: empty,
    resolver: zodResolver(passwordForm),
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ current, next }) => {
    try {
      await credentials.changePassword({ current, next });
    } catch (error) {
      const { code, text } = reauthenticationError(error);
      const field = wrongPasswordCodes.includes(code)
        ? 'current'
        : code === 'auth/weak-password'
          ? 'next'
          : 'root';
      form.setError(field, { message: text }, { shouldFocus: field !== 'root' });
      return;
    }
    form.reset(empty);
    setChanged(true);
    showToast(copy.changed, 'success');
  });
  return (
    <form className={passwordSectionStyles.setform} onSubmit={submit} noValidate>
      <div className={settingsSectionStyles.three}>
        {/* For password managers: the account of this password. */}
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
      <ApiErrorBanner error={errors.root} />
      {isChanged && (
        <>
          <p role="status">{copy.othersLead}</p>
          <div>
            <DropAccess label={dropAccessCopy.offer} />
          </div>
        </>
      )}
      <p>
        <Button variant="outline" small type="submit" loading={isSubmitting}>
          {copy.change}
        </Button>
      </p>
    </form>
  );
}
