/** Dialog to erase the account: a typed confirmation word and, without a recent sign-in, reauthentication. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '#src/components/button.tsx';
import { Dialog, DialogFoot } from '#src/components/dialog.tsx';
import { PasswordField } from '#src/components/password-field.tsx';
import { TextField } from '#src/components/text-field.tsx';
import {
  accountCopy,
  eraseCopy as copy,
  reauthenticationCopy,
} from '#src/copy/settings-account.ts';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import { errorText } from '#src/features/errors/to-display-error.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { useDeleteProfileMutation } from '#store/api/account-deletion-api.ts';
import { useReauthentication } from './use-reauthentication.ts';

const eraseForm = z.object({
  word: z.string().check(
    z.trim(),
    z.refine((word) => word.toUpperCase() === copy.word, copy.notConfirmed),
  ),
  password: z.string(),
});

export function EraseAccountDialog({ onClose }: { onClose: () => void }) {
  const { actions, showToast } = useSession();
  const [deleteProfile] = useDeleteProfileMutation();
  const { isNeeded, needsPassword, isRefusal, reauthenticate } = useReauthentication();
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { word: '', password: '' },
    resolver: zodResolver(eraseForm),
  });
  const { errors, isSubmitting } = formState;

  useEffect(() => {
    if (needsPassword) setFocus('password');
  }, [needsPassword, setFocus]);
  const submit = handleSubmit(async ({ password }) => {
    const message = await reauthenticate(password);
    if (message !== null) {
      // At the field if there is one, as in the others of the form.
      setError(needsPassword ? 'password' : 'root', { message }, { shouldFocus: needsPassword });
      return;
    }
    const { error } = await deleteProfile({ modo: 'eliminar' });
    if (error === undefined) {
      // With a button it stays longer: the next page says nothing of it.
      showToast(copy.done, 'success', { label: copy.understood, run() {} });
      return actions.signOut();
    }
    if (!isRefusal(error)) setError('root', { message: errorText(error, copy.failed) });
  });
  const leave = () => {
    if (!isSubmitting) onClose();
  };

  return (
    <Dialog title={accountCopy.erase} onClose={leave}>
      <form onSubmit={submit} noValidate>
        <p>{copy.gone}</p>
        <p>{copy.first}</p>
        <TextField
          label={copy.confirmation}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={errors.word?.message}
          {...register('word')}
        />
        {isNeeded && <p role="status">{reauthenticationCopy.proof}</p>}
        {needsPassword && (
          <PasswordField
            label={reauthenticationCopy.password}
            words={reauthenticationCopy.passwordWords}
            autoComplete="current-password"
            error={errors.password?.message}
            {...register('password')}
          />
        )}
        <ApiErrorBanner error={errors.root} />
        <DialogFoot leaveLabel={accountCopy.cancel} onLeave={leave}>
          <Button variant="danger" type="submit" loading={isSubmitting}>
            {isNeeded && !needsPassword ? reauthenticationCopy.google : accountCopy.erase}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
