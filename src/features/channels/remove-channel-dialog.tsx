/** Dialog that confirms removing a channel: its settings are stored nowhere else, so there is nothing to undo it with. */
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { channelsCopy as copy } from '#src/copy/channels.ts';
import type { ChannelItem } from '#store/api/api-types.ts';
import { useDeleteChannelMutation } from '#store/api/channels-api.ts';
import { ApiErrorBanner } from '../errors/api-error-banner.tsx';
import { toDisplayError } from '../errors/to-display-error.ts';
import { useSession } from '../session/session-context.ts';
import { readPushChannel, unsubscribeFromPush, writePushChannel } from './push-subscription.ts';

export function RemoveChannelDialog(props: {
  readonly channel: ChannelItem;
  readonly onClose: () => void;
}) {
  const { id, name } = props.channel;
  const { showToast } = useSession();
  const [deleteChannel, { isLoading, error }] = useDeleteChannelMutation();
  const remove = async () => {
    const answer = await deleteChannel(id);
    if (answer.error !== undefined) return;
    if (readPushChannel() === id) {
      writePushChannel(null);
      // Nothing is pushed to it any more; the browser may drop it later by itself.
      await unsubscribeFromPush().catch(() => {});
    }
    showToast(copy.removed(name), 'success');
    props.onClose();
  };
  return (
    <Dialog title={copy.removeName(name)} onClose={props.onClose}>
      <div className="ending">
        <p>{copy.removeLead(name)}</p>
        <p>{copy.removeLater}</p>
        <ApiErrorBanner error={toDisplayError(error, copy.failed)} />
        <p className="modal__foot">
          <Button variant="quiet" onClick={props.onClose}>
            {copy.cancel}
          </Button>
          <Button variant="danger" loading={isLoading} onClick={() => void remove()}>
            {copy.remove}
          </Button>
        </p>
      </div>
    </Dialog>
  );
}
