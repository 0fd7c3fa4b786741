/** This browser among the channels: what it shows while a page is open, and as a channel that is pushed to when none is. */
import { useEffect, useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { Switch } from '#src/components/switch.tsx';
import { channelSetupCopy, channelsCopy } from '#src/copy/channels.ts';
import { settingsCopy as copy } from '#src/copy/settings.ts';
import { AddChannelDialog } from '#src/features/channels/add-channel-dialog.tsx';
import styles from '#src/features/channels/channel-row.module.css';
import {
  isPushSupported,
  readPushChannel,
  writePushChannel,
} from '#src/features/channels/push-subscription.ts';
import {
  notificationPermission,
  requestNotificationPermission,
} from '#src/features/notifications/browser-notifications.ts';
import type { ChannelList } from '#store/api/api-types.ts';
import { useProfile } from '#store/use-profile.ts';
import { useNotificationSettings } from './use-notification-settings.ts';

export function BrowserRow({ channels }: { readonly channels: ChannelList }) {
  const { items, kinds, limit, pushKey } = channels;
  const { query, saving, change } = useNotificationSettings();
  const [permission, setPermission] = useState(notificationPermission);
  const [isAdding, setAdding] = useState(false);
  const isPushReady = usePushReady();
  const isUnconfirmed = useProfile().data?.emailConfirmed === false;
  const isWanted = query.data?.browser ?? false;
  const choose = async (on: boolean) => {
    if (!on) return change({ browser: false });
    const answer = await requestNotificationPermission();
    setPermission(answer);
    return answer === 'granted' && change({ browser: true });
  };
  const isOffered = kinds.some(({ kind }) => kind === 'push');
  const isHere = items.some(({ id }) => id === readPushChannel());
  const canAdd = isOffered && isPushReady && !isHere && isPushSupported();
  return (
    <li className={styles.chrow}>
      <span className={styles.chrow__n}>
        <b>{channelsCopy.thisBrowser}</b>
        <span className="meta">
          {isWanted && permission === 'default'
            ? copy.noticesElsewhere
            : copy.noticesNote[permission]}
        </span>
        {isOffered && isHere && <span className="meta">{channelsCopy.pushHere}</span>}
        {isOffered && !isPushSupported() && (
          <span className="meta">{channelsCopy.pushUnsupported}</span>
        )}
      </span>
      <span className={styles.chrow__a}>
        <Switch
          checked={isWanted && permission === 'granted'}
          disabled={permission === 'unsupported'}
          aria-label={copy.notices}
          aria-busy={saving || undefined}
          onChange={(on) => void choose(on)}
        />
      </span>
      {canAdd && (
        <p className={styles.chrow__m}>
          <Button
            variant="outline"
            small
            disabled={isUnconfirmed || items.length - 1 >= limit}
            aria-label={channelsCopy.add(channelSetupCopy.titles.push)}
            onClick={() => setAdding(true)}
          >
            {channelsCopy.pushClosed}
          </Button>
        </p>
      )}
      {isAdding && (
        <AddChannelDialog kind="push" publicKey={pushKey} onClose={() => setAdding(false)} />
      )}
    </li>
  );
}

/** Whether the page's service worker is active, without which a browser can show nothing that is pushed. */
function usePushReady(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let isStale = false;
    const check = async () => {
      const registration = await navigator.serviceWorker?.ready;
      // The browser may have ended its subscription by itself: it is no channel any more.
      const subscription = await registration?.pushManager?.getSubscription();
      if (subscription === null) writePushChannel(null);
      if (!isStale && registration !== undefined) setReady(true);
    };
    check().catch(() => {});
    return () => {
      isStale = true;
    };
  }, []);
  return isReady;
}
