/** Runs the channel setup machine for one dialog. What is typed and what the server shows once stay here, out of traces. */
import { useMachine } from '@xstate/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import type { ChannelKind } from '#domain/channels.ts';
import { channelSetupMachine } from '#machines/channel-setup.machine.ts';
import { channelSetupCopy as copy } from '#src/copy/channels.ts';
import {
  type SubscriptionSettings,
  storeSubscription,
} from '#src/service-worker/stored-subscription.ts';
import {
  useCreateChannelMutation,
  useDeleteChannelMutation,
  useGetChannelsQuery,
  useTestChannelMutation,
} from '#store/api/channels-api.ts';
import { requestNotificationPermission } from '../notifications/browser-notifications.ts';
import { useSession } from '../session/session-context.ts';
import type { ChannelDraft } from './kind-fields.ts';
import { emptyChannelDraft, toCreation } from './kinds.ts';
import { subscribeToPush, writePushChannel } from './push-subscription.ts';

/** Short: the user is pressing Start in Telegram now. */
const linkPollMs = 2_000;

/** @param publicKey VAPID key of the server; null where push is not set up */
export function useChannelSetup(kind: ChannelKind, publicKey: string | null) {
  const { actorEnvironment } = useSession();
  const [firstDraft] = useState(() => emptyChannelDraft(kind));
  /** A webhook's secret or Telegram's link. */
  const [shownOnce, setShownOnce] = useState<string | null>(null);
  /** As last submitted. */
  const draft = useRef<ChannelDraft>(firstDraft);
  const subscription = useRef<SubscriptionSettings | null>(null);
  const [createChannel] = useCreateChannelMutation();
  const [deleteChannel] = useDeleteChannelMutation();
  const [testChannel] = useTestChannelMutation();
  const machine = useMemo(
    () =>
      channelSetupMachine.provide({
        actors: {
          requestPermission: fromPromise(requestNotificationPermission),
          subscribe: fromPromise(async () => {
            try {
              subscription.current = await subscribeToPush(publicKey ?? '');
            } catch (cause) {
              // A browser's own message is English, and for developers.
              throw new Error(copy.noSubscription, { cause });
            }
          }),
          createChannel: fromPromise(async ({ input: { replacedId } }) => {
            // Its link has ended; where it was linked after all, or removed, the new one stands beside it.
            if (replacedId !== null) await deleteChannel(replacedId);
            const creation = toCreation(kind, draft.current, subscription.current);
            const { id, secret, link } = await createChannel(creation).unwrap();
            setShownOnce(secret ?? link ?? null);
            if (subscription.current !== null) {
              writePushChannel(id);
              const stored = {
                channelId: id,
                publicKey: publicKey ?? '',
                subscription: subscription.current,
              };
              // Without storage a renewed subscription ends the channel; its messages arrive all the same.
              await storeSubscription(stored).catch(() => {});
            }
            return { channelId: id };
          }),
          sendTest: fromPromise(async ({ input: { channelId } }) => {
            const { delivered, answer } = await testChannel(channelId ?? '').unwrap();
            return { isDelivered: delivered, answer };
          }),
        },
      }),
    [kind, publicKey, createChannel, deleteChannel, testChannel],
  );
  const [snapshot, send] = useMachine(machine, { ...actorEnvironment, input: { kind } });
  const isLinking = snapshot.matches('linking');
  const { data } = useGetChannelsQuery(undefined, {
    pollingInterval: isLinking ? linkPollMs : 0,
    skipPollingIfUnfocused: false,
  });
  const linked = data?.items.find(({ id }) => id === snapshot.context.channelId);
  const isLinked = isLinking && linked?.state === 'active';
  useEffect(() => {
    if (isLinked) send({ type: 'CHANNEL.LINKED' });
  }, [isLinked, send]);
  const submit = (submitted: ChannelDraft) => {
    draft.current = submitted;
    send({ type: 'SUBMIT' });
  };
  return { snapshot, send, draft: draft.current, submit, shownOnce };
}
