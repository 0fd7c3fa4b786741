/** Dialog to close the account: what stops, and until when the data is retained. */
import { retentionYears } from '#domain/account-retention.ts';
import { longDate } from '#src/copy/format.ts';
import { accountCopy, closeCopy as copy } from '#src/copy/settings-account.ts';
import { ConfirmDialog } from '#src/features/errors/confirm-dialog.tsx';
import { useSession } from '#src/features/session/session-context.ts';
import { useDeleteProfileMutation } from '#store/api/account-deletion-api.ts';

export function CloseAccountDialog({ onClose }: { onClose: () => void }) {
  const { actions, showToast } = useSession();
  const [deleteProfile] = useDeleteProfileMutation();
  return (
    <ConfirmDialog
      title={accountCopy.close}
      confirmLabel={accountCopy.close}
      leaveLabel={accountCopy.cancel}
      failed={copy.failed}
      action={() => deleteProfile({ modo: 'cerrar' })}
      onDone={(done) => {
        if (done.modo === 'cerrar') showToast(copy.done(longDate(done.retainedUntil)), 'success');
        actions.signOut();
      }}
      onClose={onClose}
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
