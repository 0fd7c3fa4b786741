/** Dialog to close the account: what stops, and until when the data is retained. */
import { retentionYears } from '#domain/account-retention.ts';
import { longDate } from '#src/copy/format.ts';
import { accountCopy, closeCopy as copy } from '#src/copy/settings-account.ts';
import { ConfirmDialog } from '#src/features/errors/confirm-dialog.tsx';
import { toDisplayError } from '#src/features/errors/to-display-error.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { useDeleteProfileMutation } from '#store/api/account-deletion-api.ts';

export function CloseAccountDialog({ onClose }: { onClose: () => void }) {
  const { actions, showToast } = useSession();
  const [deleteProfile, { isLoading, error }] = useDeleteProfileMutation();
  const closeAccount = async () => {
    const { data } = await deleteProfile({ modo: 'cerrar' });
    if (data?.modo !== 'cerrar') return;
    showToast(copy.done(longDate(data.retainedUntil)), 'success');
    actions.signOut();
  };
  const leave = () => {
    if (!isLoading) onClose();
  };
  return (
    <ConfirmDialog
      title={accountCopy.close}
      error={toDisplayError(error, copy.failed)}
      isBusy={isLoading}
      confirmLabel={accountCopy.close}
      leaveLabel={accountCopy.cancel}
      onConfirm={closeAccount}
      onClose={leave}
    >
      <p>{copy.stops}</p>
      {/* The date after closing comes from the server. */}
      <p>{copy.retained(longDate(inYears(retentionYears)))}</p>
    </ConfirmDialog>
  );
}

function inYears(years: number): Date {
  const date = new Date();
  date.setFullYear(date.getFullYear() + years);
  return date;
}
