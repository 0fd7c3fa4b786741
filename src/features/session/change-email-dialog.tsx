/** Moves the account to another address, which counts once the link sent there is opened. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '#src/components/button.tsx';
import { Dialog, DialogFoot } from '#src/components/dialog.tsx';
import { Icon } from '#src/components/icon.tsx';
import { PasswordField } from '#src/components/password-field.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { confirmationCopy as copy } from '#src/copy/confirmation.ts';
import {
  emailErrorCodes,
  reauthenticationCopy,
  reauthenticationError,
  wrongPasswordCodes,
} from '#src/copy/settings-account.ts';
import { registrationErrors } from '#src/copy/sign-in.ts';
import { useProfile } from '#store/use-profile.ts';
import { ApiErrorBanner } from '../errors/api-error-banner.tsx';
import { LocalMailboxLink } from './local-mailbox-link.tsx';
import { emailSchema } from './registration-schema.ts';
import { useAccountCredentials } from './use-account-credentials.ts';

export function ChangeEmailDialog({ onClose }: { readonly onClose: () => void }) {
  const { data: credentials } = useAccountCredentials();
  const { data: profile } = useProfile();
  const [requested, setRequested] = useState<string | null>(null);
  const hasPassword = credentials?.hasPassword() ?? true;
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { email: '', password: '' },
    resolver: zodResolver(formOf(profile?.email, hasPassword)),
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (change) => {
    try {
      await credentials?.requestEmailChange(change);
      setRequested(change.email);
    } catch (error) {
      const { code, text } = reauthenticationError(error);
      const field = fieldOf(code);
      setError(field, { message: text }, { shouldFocus: field !== 'root' });
    }
  });
  const leave = () => {
    if (!isSubmitting) onClose();
  };
  return (
    <Dialog title={copy.change} onClose={leave}>
      {requested !== null ? (
        <div className="ending">
          <p className="okline" role="status">
            <Icon name="check" />
            <span>{copy.changeRequested(requested)}</span>
          </p>
          <p className="modal__foot">
            <LocalMailboxLink />
            <Button autoFocus onClick={onClose}>
              {copy.done}
            </Button>
          </p>
        </div>
      ) : (
        <form className="ending" onSubmit={submit} noValidate>
          <p>{copy.changeLead(profile?.emailConfirmed ?? true)}</p>
          <p className="meta">{copy.changeStops}</p>
          <TextField
            label={copy.newAddress}
            type="email"
            autoComplete="email"
            inputMode="email"
            error={errors.email?.message}
            {...register('email')}
          />
          {hasPassword && (
            <PasswordField
              label={reauthenticationCopy.password}
              words={reauthenticationCopy.passwordWords}
              autoComplete="current-password"
              error={errors.password?.message}
              {...register('password')}
            />
          )}
          <ApiErrorBanner error={errors.root} />
          <DialogFoot leaveLabel={copy.cancel} onLeave={leave}>
            <Button type="submit" loading={isSubmitting} disabled={credentials === undefined}>
              {hasPassword ? copy.changeSubmit : reauthenticationCopy.google}
            </Button>
          </DialogFoot>
        </form>
      )}
    </Dialog>
  );
}

/** @param hasPassword without one, Google's popup asks who it is */
const formOf = (current: string | undefined, hasPassword: boolean) =>
  z.object({
    email: emailSchema.check(
      z.refine((email) => email.toLowerCase() !== current, copy.sameAddress),
    ),
    password: hasPassword
      ? z.string().check(z.minLength(1, registrationErrors.passwordMissing))
      : z.string(),
  });

function fieldOf(code: string): 'email' | 'password' | 'root' {
  if (wrongPasswordCodes.includes(code)) return 'password';
  return emailErrorCodes.includes(code) ? 'email' : 'root';
}
