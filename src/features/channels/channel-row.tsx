/** One channel of the list: what it is, its state with the reason, and its actions; below, what a test answered. */
import { useState } from 'react';
import { ActionButton } from '#src/components/action-button.tsx';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { Switch } from '#src/components/switch.tsx';
import { channelsCopy as copy } from '#src/copy/channels.ts';
import type { ChannelItem } from '#store/api/api-types.ts';
import { useTestChannelMutation, useUpdateChannelMutation } from '#store/api/channels-api.ts';
import { ApiErrorBanner } from '../errors/api-error-banner.tsx';
import { toDisplayError } from '../errors/to-display-error.ts';
import styles from './channel-row.module.css';
import { EditChannelDialog } from './edit-channel-dialog.tsx';
import { fieldsByKind } from './kinds.ts';
import { RemoveChannelDialog } from './remove-channel-dialog.tsx';

export function ChannelRow({ channel }: { readonly channel: ChannelItem }) {
  const { id, name, state } = channel;
  const [update, updating] = useUpdateChannelMutation();
  const [test, testing] = useTestChannelMutation();
  const [openDialog, setOpenDialog] = useState<'move' | 'rename' | 'remove' | null>(null);
  // What was just tried, before the list says it too.
  const latest =
    testing.data === undefined || testing.data.delivered
      ? channel.failure
      : copy.undelivered(testing.data.answer);
  const failure = state === 'stopped' || testing.data?.delivered ? undefined : latest;
  const error = toDisplayError(updating.error ?? testing.error, copy.failed);
  return (
    <li className={state === 'active' ? styles.chrow : `${styles.chrow} is-off`}>
      <span className={styles.chrow__n}>
        <b>{name}</b>
        <ChannelStateText channel={channel} />
        {isMovable(channel) && (
          <span>
            <button
              type="button"
              className="linkbtn meta hit"
              aria-label={copy.moveName(name)}
              onClick={() => setOpenDialog('move')}
            >
              {copy.move}
            </button>
          </span>
        )}
      </span>
      <span className={styles.chrow__a}>
        <Button
          variant="outline"
          small
          aria-label={copy.testName(name)}
          loading={testing.isLoading}
          onClick={() => {
            updating.reset();
            void test(id);
          }}
        >
          {copy.test}
        </Button>
        <ActionButton
          icon="edit"
          label={copy.renameName(name)}
          title={copy.rename}
          onClick={() => setOpenDialog('rename')}
        />
        <ActionButton
          icon="trash"
          label={copy.removeName(name)}
          title={copy.remove}
          onClick={() => setOpenDialog('remove')}
        />
        <Switch
          checked={state === 'active'}
          aria-label={`${copy.active}: ${name}`}
          aria-busy={updating.isLoading || undefined}
          onChange={(active) => {
            testing.reset();
            void update({ id, patch: { state: active ? 'active' : 'paused' } });
          }}
        />
      </span>
      <div className={styles.chrow__m} role="status">
        {testing.data?.delivered === true && (
          <p className="okline">
            <Icon name="check" />
            {copy.delivered}
          </p>
        )}
        {failure !== undefined && (
          <p className="field__error">
            <Icon name="warning" />
            {failure}
          </p>
        )}
      </div>
      <ApiErrorBanner error={error} />
      {(openDialog === 'move' || openDialog === 'rename') && (
        <EditChannelDialog
          channel={channel}
          isMove={openDialog === 'move'}
          onSaved={() => {
            setOpenDialog(null);
            if (openDialog === 'move') void test(id);
          }}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog === 'remove' && (
        <RemoveChannelDialog channel={channel} onClose={() => setOpenDialog(null)} />
      )}
    </li>
  );
}

const isMovable = ({ kind }: ChannelItem) =>
  kind !== 'mail' && fieldsByKind[kind].fields.length > 0;

function ChannelStateText({ channel }: { readonly channel: ChannelItem }) {
  const { kind, name, state, reason, failure, testedAt } = channel;
  if (state === 'stopped')
    return (
      <span className="field__error">
        <Icon name="warning" />
        {copy.stopped(reason ?? '')}
      </span>
    );
  const parts = [
    // A channel named after its kind says it already.
    ...(name === copy.kinds[kind] ? [] : [copy.kinds[kind]]),
    state === 'active' && failure !== undefined ? copy.failing : copy.states[state],
    ...(state === 'active' && channel.ignoresQuietHours ? [copy.atAnyHour] : []),
    reason ?? lastDeliveryOf(channel),
    ...(testedAt === undefined ? [] : [copy.tested(testedAt)]),
  ];
  return <span className="meta">{parts.join(' · ')}</span>;
}

export const lastDeliveryOf = ({ lastDelivery }: ChannelItem): string =>
  lastDelivery === null ? copy.noDelivery : copy.lastDelivery(lastDelivery);
