/** Deletes all keys and channels at one press, confirmed: whoever knew the password may have left one. */
import { useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { accountCopy, dropAccessCopy as copy } from '#src/copy/settings-account.ts';
import { ConfirmDialog } from '#src/features/errors/confirm-dialog.tsx';
import { toDisplayError } from '#src/features/errors/to-display-error.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { useDeleteAccessMutation } from '#store/api/account-deletion-api.ts';

export function DropAccess({ label }: { readonly label: string }) {
  const { showToast } = useSession();
  const [isOpen, setOpen] = useState(false);
  const [deleteAccess, { isLoading, error, reset }] = useDeleteAccessMutation();
  const leave = () => {
    if (isLoading) return;
    setOpen(false);
    reset();
  };
  const drop = async () => {
    const { data } = await deleteAccess();
    if (data === undefined) return;
    setOpen(false);
    showToast(copy.done(data), 'success');
  };
  return (
    <>
      <Button variant="outline" small onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={accountCopy.dropAccess}
          error={toDisplayError(error, copy.failed)}
          isBusy={isLoading}
          confirmLabel={accountCopy.dropAccess}
          leaveLabel={accountCopy.cancel}
          onConfirm={drop}
          onClose={leave}
        >
          <p>{copy.gone}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
