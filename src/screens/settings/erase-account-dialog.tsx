/** Dialog to erase the account: a typed confirmation word and, without a recent sign-in, reauthentication. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '#src/components/button.tsx';
import { Dialog, DialogFoot } from '#src/components/dialog.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { accountCopy, eraseCopy as copy } from '#src/copy/settings-account.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { useDeleteProfileMutation } from '#store/api/account-deletion-api.ts';
import { useReauthentication } from './use-reauthentication.tsx';

const eraseForm = z.object({
  word: z.string().check(
    z.trim(),
    z.refine((word) => word.toUpperCase() === copy.word, copy.notConfirmed),
  ),
});

export function EraseAccountDialog({ onClose }: { onClose: () => void }) {
  const { actions, showToast } = useSession();
  const [deleteProfile] = useDeleteProfileMutation();
  const reauthentication = useReauthentication();
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { word: '' },
    resolver: zodResolver(eraseForm),
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async () => {
    const erased = await reauthentication.send(
      () => deleteProfile({ modo: 'eliminar' }),
      copy.failed,
    );
    if (erased === undefined) return;
    // With a button it stays longer: the next page says nothing of it.
    showToast(copy.done, 'success', { label: copy.understood, run() {} });
    actions.signOut();
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
        {reauthentication.fields}
        <DialogFoot leaveLabel={accountCopy.cancel} onLeave={leave}>
          <Button variant="danger" type="submit" loading={isSubmitting}>
            {reauthentication.labelOf(accountCopy.erase)}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
