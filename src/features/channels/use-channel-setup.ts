/** Adding one channel: its form, what its kind needs next (a permission, Telegram's link, a webhook's secret), a real test. */
import { useEffect, useRef, useState } from 'react';
import type { ChannelKind } from '#domain/channels.ts';
import { channelsCopy, channelSetupCopy as copy } from '#src/copy/channels.ts';
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
import { errorText } from '../errors/to-display-error.ts';
import { requestNotificationPermission } from '../notifications/browser-notifications.ts';
import type { ChannelDraft } from './kind-fields.ts';
import { emptyChannelDraft, toCreation } from './kinds.ts';
import { subscribeToPush, writePushChannel } from './push-subscription.ts';

/** `blocked`: the form, without the browser's permission. `linking`, `expired`: Telegram's link. `secret`: a webhook's. */
type Step =
  | 'form'
  | 'blocked'
  | 'linking'
  | 'expired'
  | 'secret'
  | 'testing'
  | 'undelivered'
  | 'delivered';

/** Short: the user is pressing Start in Telegram now. */
const linkPollMs = 2_000;
/** As long as the code in the link is valid. */
const linkLifetimeMs = 15 * 60_000;

/** @param publicKey VAPID key of the server; null where push is not set up */
export function useChannelSetup(kind: ChannelKind, publicKey: string | null) {
  const [step, setStep] = useState<Step>('form');
  /** As last submitted. */
  const [draft, setDraft] = useState(() => emptyChannelDraft(kind));
  const [isBusy, setBusy] = useState(false);
  /** Why the last step failed. */
  const [problem, setProblem] = useState<string | null>(null);
  const [createChannel, { data: created }] = useCreateChannelMutation();
  const [deleteChannel] = useDeleteChannelMutation();
  const [testChannel] = useTestChannelMutation();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  /** @returns the step that follows; nothing is stored once the dialog is closed */
  const create = async (submitted: ChannelDraft): Promise<Step> => {
    let subscription: SubscriptionSettings | null = null;
    if (kind === 'push') {
      const permission = await requestNotificationPermission().catch(() => null);
      if (permission !== 'granted') return 'blocked';
      if (!isOpen.current) return 'form';
      subscription = await subscribeToPush(publicKey ?? '').catch(() => null);
      if (!isOpen.current) return 'form';
      // A browser's own message is English, and for developers.
      if (subscription === null) return fail(copy.noSubscription);
    }
    // Its link has ended; where it was linked after all, or removed, the new one stands beside it.
    if (created !== undefined) await deleteChannel(created.id);
    const { data, error } = await createChannel(toCreation(kind, submitted, subscription));
    if (data === undefined) return fail(errorText(error, channelsCopy.failed));
    if (subscription !== null) {
      writePushChannel(data.id);
      const stored = { channelId: data.id, publicKey: publicKey ?? '', subscription };
      // Without storage a renewed subscription ends the channel; its messages arrive all the same.
      await storeSubscription(stored).catch(() => {});
    }
    if (kind === 'telegram') return 'linking';
    return kind === 'webhook' ? 'secret' : 'testing';
  };
  const fail = (why: string): Step => {
    setProblem(why);
    return 'form';
  };
  const submit = async (submitted: ChannelDraft) => {
    setDraft(submitted);
    setProblem(null);
    setStep('form');
    setBusy(true);
    setStep(await create(submitted));
    setBusy(false);
  };

  const isLinking = step === 'linking';
  useEffect(() => {
    if (!isLinking) return;
    const timer = setTimeout(() => setStep('expired'), linkLifetimeMs);
    return () => clearTimeout(timer);
  }, [isLinking]);
  const { data } = useGetChannelsQuery(undefined, {
    pollingInterval: isLinking ? linkPollMs : 0,
    skipPollingIfUnfocused: false,
  });
  const id = created?.id ?? '';
  const isLinked = isLinking && data?.items.some((one) => one.id === id && one.state === 'active');
  useEffect(() => {
    if (isLinked) setStep('testing');
  }, [isLinked]);

  useEffect(() => {
    if (step !== 'testing') return;
    setProblem(null);
    void testChannel(id).then(({ data, error }) => {
      setProblem(data?.answer ?? errorText(error, channelsCopy.failed));
      setStep(data?.delivered ? 'delivered' : 'undelivered');
    });
  }, [step, id, testChannel]);

  return {
    step,
    isBusy,
    draft,
    problem,
    /** A webhook's secret or Telegram's link. */
    shownOnce: created?.secret ?? created?.link ?? '',
    submit,
    test: () => setStep('testing'),
  };
}
