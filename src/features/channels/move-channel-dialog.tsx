/** Dialog that gives a channel another address. The present one is a secret, and never comes back from the server. */
import type { ChannelKind } from '#domain/channels.ts';
import { Dialog } from '#src/components/dialog.tsx';
import { channelsCopy as copy } from '#src/copy/channels.ts';
import type { ChannelItem } from '#store/api/api-types.ts';
import { useUpdateChannelMutation } from '#store/api/channels-api.ts';
import { ApiErrorBanner } from '../errors/api-error-banner.tsx';
import { toDisplayError } from '../errors/to-display-error.ts';
import { ChannelForm } from './channel-form.tsx';
import { emptyChannelDraft, toCreation } from './kinds.ts';

export function MoveChannelDialog(props: {
  readonly channel: ChannelItem;
  readonly onMoved: () => void;
  readonly onClose: () => void;
}) {
  const { id, name } = props.channel;
  const kind = props.channel.kind as ChannelKind;
  const [update, { isLoading, error }] = useUpdateChannelMutation();
  return (
    <Dialog title={copy.move} onClose={props.onClose}>
      <ChannelForm
        kind={kind}
        draft={{ ...emptyChannelDraft(kind), name }}
        isBusy={isLoading}
        submitLabel={copy.moveSubmit}
        onSubmit={async (draft) => {
          const creation = toCreation(kind, draft, null);
          if (creation.kind === 'push' || creation.kind === 'telegram') return;
          const answer = await update({
            id,
            patch: { name: creation.name, settings: creation.settings },
          });
          if (answer.error === undefined) props.onMoved();
        }}
        onCancel={props.onClose}
      >
        <p>{copy.moveLead}</p>
        <ApiErrorBanner error={toDisplayError(error, copy.failed)} />
      </ChannelForm>
    </Dialog>
  );
}
