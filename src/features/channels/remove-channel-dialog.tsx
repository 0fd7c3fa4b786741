/** Dialog that confirms removing a channel: its settings are stored nowhere else, so there is nothing to undo it with. */
import { channelsCopy as copy } from '#src/copy/channels.ts';
import type { ChannelItem } from '#store/api/api-types.ts';
import { useDeleteChannelMutation } from '#store/api/channels-api.ts';
import { ConfirmDialog } from '../errors/confirm-dialog.tsx';
import { useSession } from '../session/session-context.ts';
import { readPushChannel, unsubscribeFromPush, writePushChannel } from './push-subscription.ts';

export function RemoveChannelDialog(props: {
  readonly channel: ChannelItem;
  readonly onClose: () => void;
}) {
  const { id, name } = props.channel;
  const { showToast } = useSession();
  const [deleteChannel] = useDeleteChannelMutation();
  const finish = async () => {
    if (readPushChannel() === id) {
      writePushChannel(null);
      // Nothing is pushed to it any more; the browser may drop it later by itself.
      await unsubscribeFromPush().catch(() => {});
    }
    showToast(copy.removed(name), 'success');
    props.onClose();
  };
  return (
    <ConfirmDialog
      title={copy.removeName(name)}
      confirmLabel={copy.remove}
      leaveLabel={copy.cancel}
      failed={copy.failed}
      action={() => deleteChannel(id)}
      onDone={finish}
      onClose={props.onClose}
    >
      <p>{copy.removeLead(name)}</p>
      <p>{copy.removeLater}</p>
    </ConfirmDialog>
  );
}
