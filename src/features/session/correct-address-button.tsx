/** Button, with its dialog, that gives an account whose address is not confirmed another one, which gets the link. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { PasswordField } from '#src/components/password-field.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { signUpErrors } from '#src/copy/auth-texts.ts';
import { confirmationCopy as copy } from '#src/copy/confirmation.ts';
import { reauthenticationError, wrongPasswordCodes } from '#src/copy/settings-account.ts';
import { passwordWords, registrationErrors, signInCopy } from '#src/copy/sign-in.ts';
import { useProfile } from '#store/use-profile.ts';
import { ApiErrorBanner } from '../errors/api-error-banner.tsx';
import { emailSchema } from './registration-schema.ts';
import { useSession } from './session-context.ts';

const correction = z.object({
  email: emailSchema,
  password: z.string().check(z.minLength(1, registrationErrors.passwordMissing)),
});

export function CorrectAddressButton({ small = true }: { readonly small?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" small={small} onClick={() => setOpen(true)}>
        {copy.correct}
      </Button>
      {isOpen && <CorrectAddressDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function CorrectAddressDialog({ onClose }: { readonly onClose: () => void }) {
  const { loadAccountCredentials, showToast } = useSession();
  const { data: profile, refetch } = useProfile();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { email: profile?.email ?? '', password: '' },
    resolver: zodResolver(correction),
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (change) => {
    try {
      await (await loadAccountCredentials()).changeEmail(change);
    } catch (error) {
      const { field, message } = refusalOf(error);
      setError(field, { message }, { shouldFocus: field !== 'root' });
      return;
    }
    showToast(copy.corrected, 'success');
    onClose();
    void refetch();
  });
  const leave = () => {
    if (!isSubmitting) onClose();
  };
  return (
    <Dialog title={copy.correct} onClose={leave}>
      <form className="ending" onSubmit={submit} noValidate>
        <p>{copy.correctLead}</p>
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
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        {errors.root?.message !== undefined && (
          <ApiErrorBanner error={{ message: errors.root.message }} />
        )}
        <p className="modal__foot">
          <Button variant="quiet" onClick={leave}>
            {copy.cancel}
          </Button>
          <Button type="submit" loading={isSubmitting}>
            {copy.correctSubmit}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}

function refusalOf(error: unknown): {
  readonly field: 'email' | 'password' | 'root';
  readonly message: string;
} {
  const { code, text } = reauthenticationError(error);
  if (wrongPasswordCodes.includes(code)) return { field: 'password', message: text };
  if (code === 'auth/email-already-in-use' || code === 'auth/invalid-email')
    return { field: 'email', message: signUpErrors[code] ?? signUpErrors.other };
  return {
    field: 'root',
    message: code === 'auth/operation-not-allowed' ? copy.notCorrected : text,
  };
}
