/** Dialog that confirms revoking a key, which cannot be undone. */
import { keysCopy as copy } from '#src/copy/keys.ts';
import { ConfirmDialog } from '#src/features/errors/confirm-dialog.tsx';
import { toDisplayError } from '#src/features/errors/to-display-error.ts';
import { useSession } from '#src/features/session/session-context.ts';
import type { ApiKeyItem } from '#store/api/api-types.ts';
import { useDeleteKeyMutation } from '#store/api/keys-api.ts';

export function RevokeKeyDialog(props: {
  readonly apiKey: ApiKeyItem;
  readonly onClose: () => void;
}) {
  const { id, name } = props.apiKey;
  const { showToast } = useSession();
  const [deleteKey, { isLoading, error }] = useDeleteKeyMutation();
  const revoke = async () => {
    const answer = await deleteKey(id);
    if (answer.error !== undefined) return;
    showToast(copy.revoked(name), 'success');
    props.onClose();
  };
  return (
    <ConfirmDialog
      title={copy.revokeName(name)}
      error={toDisplayError(error, copy.failed)}
      isBusy={isLoading}
      confirmLabel={copy.revoke}
      leaveLabel={copy.cancel}
      onConfirm={revoke}
      onClose={props.onClose}
    >
      <p>{copy.revokeLead(name)}</p>
    </ConfirmDialog>
  );
}
