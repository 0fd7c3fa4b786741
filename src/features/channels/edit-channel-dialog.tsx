/** Dialog that gives a channel another name, and another address. The present one is a secret, and never comes back from the server. */
import type { ChannelKind } from '#domain/channels.ts';
import { Dialog } from '#src/components/dialog.tsx';
import { channelsCopy as copy } from '#src/copy/channels.ts';
import type { ChannelItem, ChannelPatch } from '#store/api/api-types.ts';
import { useUpdateChannelMutation } from '#store/api/channels-api.ts';
import { ApiErrorBanner } from '../errors/api-error-banner.tsx';
import { toDisplayError } from '../errors/to-display-error.ts';
import { ChannelForm } from './channel-form.tsx';
import { emptyChannelDraft, fieldsByKind, toCreation } from './kinds.ts';

export function EditChannelDialog(props: {
  readonly channel: ChannelItem;
  /** Its address, too. */
  readonly isMove: boolean;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}) {
  const { isMove } = props;
  const { id, name } = props.channel;
  const kind = props.channel.kind as ChannelKind;
  const [update, { isLoading, error }] = useUpdateChannelMutation();
  return (
    <Dialog title={isMove ? copy.move : copy.rename} onClose={props.onClose}>
      <ChannelForm
        fields={isMove ? fieldsByKind[kind].fields : []}
        draft={{ ...emptyChannelDraft(kind), name }}
        isBusy={isLoading}
        submitLabel={isMove ? copy.moveSubmit : copy.save}
        onSubmit={async (draft) => {
          const { settings } = isMove ? toCreation(kind, draft, null) : {};
          const patch = { name: draft.name, settings } as ChannelPatch;
          const answer = await update({ id, patch });
          if (answer.error === undefined) props.onSaved();
        }}
        onCancel={props.onClose}
      >
        {isMove && <p>{copy.moveLead}</p>}
        <ApiErrorBanner error={toDisplayError(error, copy.failed)} />
      </ChannelForm>
    </Dialog>
  );
}
