/** Dialog to rename a channel. */
import { type FormEvent, useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { channelsCopy as copy } from '#src/copy/channels.ts';
import type { ChannelItem } from '#store/api/api-types.ts';
import { useUpdateChannelMutation } from '#store/api/channels-api.ts';
import { ApiErrorBanner } from '../errors/api-error-banner.tsx';
import { toDisplayError } from '../errors/to-display-error.ts';
import { maxNameLength } from './channel-form.tsx';

export function RenameChannelDialog(props: {
  readonly channel: ChannelItem;
  readonly onClose: () => void;
}) {
  const { channel, onClose } = props;
  const [name, setName] = useState(channel.nombre);
  const [isChecked, setChecked] = useState(false);
  const [update, { isLoading, error }] = useUpdateChannelMutation();
  const isMissing = name.trim() === '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isMissing || isLoading) return;
    const answer = await update({ id: channel.id, patch: { nombre: name.trim() } });
    if (answer.error === undefined) onClose();
  };
  return (
    <Dialog title={copy.rename} closeLabel={copy.close} onClose={onClose}>
      <form className="ending" onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={copy.name}
          autoComplete="off"
          maxLength={maxNameLength}
          value={name}
          error={isChecked && isMissing ? copy.nameMissing : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <ApiErrorBanner error={toDisplayError(error, copy.failed)} />
        <p className="modal__foot">
          <Button variant="quiet" onClick={onClose}>
            {copy.cancel}
          </Button>
          <Button type="submit" loading={isLoading}>
            {copy.save}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
