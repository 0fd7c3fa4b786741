/** Dialog that confirms revoking a key, which cannot be undone. */
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { keysCopy as copy } from '#src/copy/keys.ts';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
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
    <Dialog title={copy.revokeName(name)} onClose={props.onClose}>
      <div className="ending">
        <p>{copy.revokeLead(name)}</p>
        <ApiErrorBanner error={toDisplayError(error, copy.failed)} />
        <p className="modal__foot">
          <Button variant="quiet" onClick={props.onClose}>
            {copy.cancel}
          </Button>
          <Button variant="danger" loading={isLoading} onClick={() => void revoke()}>
            {copy.revoke}
          </Button>
        </p>
      </div>
    </Dialog>
  );
}
