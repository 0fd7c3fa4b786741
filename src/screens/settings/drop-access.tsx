/** Deletes all keys and channels at one press, confirmed: whoever knew the password may have left one. */
import { useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { accountCopy, dropAccessCopy as copy } from '#src/copy/settings-account.ts';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
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
        <Dialog title={accountCopy.dropAccess} onClose={leave}>
          <div className="ending">
            <p>{copy.gone}</p>
            {error !== undefined && <ApiErrorBanner error={toDisplayError(error, copy.failed)} />}
            <p className="modal__foot">
              <Button variant="quiet" onClick={leave}>
                {accountCopy.cancel}
              </Button>
              <Button variant="danger" loading={isLoading} onClick={() => void drop()}>
                {accountCopy.dropAccess}
              </Button>
            </p>
          </div>
        </Dialog>
      )}
    </>
  );
}
