/** Dialog to rename a channel. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { channelsCopy as copy } from '#src/copy/channels.ts';
import type { ChannelItem } from '#store/api/api-types.ts';
import { useUpdateChannelMutation } from '#store/api/channels-api.ts';
import { ApiErrorBanner } from '../errors/api-error-banner.tsx';
import { toDisplayError } from '../errors/to-display-error.ts';
import { channelName, maxNameLength } from './channel-name.ts';

const nameForm = z.object({ name: channelName });

export function RenameChannelDialog(props: {
  readonly channel: ChannelItem;
  readonly onClose: () => void;
}) {
  const { channel, onClose } = props;
  const [update, { isLoading, error }] = useUpdateChannelMutation();
  const { register, handleSubmit, formState } = useForm<z.infer<typeof nameForm>>({
    defaultValues: { name: channel.name },
    resolver: zodResolver(nameForm),
  });
  const submit = handleSubmit(async ({ name }) => {
    if (isLoading) return;
    const answer = await update({ id: channel.id, patch: { name } });
    if (answer.error === undefined) onClose();
  });
  return (
    <Dialog title={copy.rename} onClose={onClose}>
      <form className="ending" onSubmit={submit} noValidate>
        <TextField
          label={copy.name}
          autoComplete="off"
          maxLength={maxNameLength}
          error={formState.errors.name?.message}
          {...register('name')}
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
