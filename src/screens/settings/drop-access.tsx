/** Deletes all keys and channels at one press, confirmed: whoever knew the password may have left one. */
import { useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { accountCopy, dropAccessCopy as copy } from '#src/copy/settings-account.ts';
import { ConfirmDialog } from '#src/features/errors/confirm-dialog.tsx';
import { useSession } from '#src/features/session/session-context.ts';
import { useDeleteAccessMutation } from '#store/api/account-deletion-api.ts';

export function DropAccess({ label }: { readonly label: string }) {
  const { showToast } = useSession();
  const [isOpen, setOpen] = useState(false);
  const [deleteAccess] = useDeleteAccessMutation();
  const leave = () => setOpen(false);
  return (
    <>
      <Button variant="outline" small onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={accountCopy.dropAccess}
          confirmLabel={accountCopy.dropAccess}
          leaveLabel={accountCopy.cancel}
          failed={copy.failed}
          action={() => deleteAccess()}
          onDone={(dropped) => {
            leave();
            showToast(copy.done(dropped), 'success');
          }}
          onClose={leave}
        >
          <p>{copy.gone}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
