/** This browser among the channels: what it shows while a page is open, and as a channel that is pushed to when none is. */
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { channelSetupCopy, channelsCopy as copy } from '#src/copy/channels.ts';
import type { ChannelList } from '#store/api/api-types.ts';
import { useProfile } from '#store/use-profile.ts';
import { AddChannelDialog } from './add-channel-dialog.tsx';
import styles from './channel-row.module.css';
import { isPushSupported, readPushChannel, writePushChannel } from './push-subscription.ts';

export function BrowserRow(props: {
  readonly channels: ChannelList;
  /** What is shown while a page is open. */
  readonly note: string;
  /** Switches that on and off. */
  readonly children: ReactNode;
}) {
  const { items, kinds, limit, pushKey } = props.channels;
  const [isAdding, setAdding] = useState(false);
  const isPushReady = usePushReady();
  const isUnconfirmed = useProfile().data?.emailConfirmed === false;
  const isOffered = kinds.some(({ kind }) => kind === 'push');
  const isHere = items.some(({ id }) => id === readPushChannel());
  const canAdd = isOffered && isPushReady && !isHere && isPushSupported();
  return (
    <li className={styles.chrow}>
      <span className={styles.chrow__n}>
        <b>{copy.thisBrowser}</b>
        <span className="meta">{props.note}</span>
        {isOffered && isHere && <span className="meta">{copy.pushHere}</span>}
        {isOffered && !isPushSupported() && <span className="meta">{copy.pushUnsupported}</span>}
      </span>
      <span className={styles.chrow__a}>{props.children}</span>
      {canAdd && (
        <p className={styles.chrow__m}>
          <Button
            variant="outline"
            small
            disabled={isUnconfirmed || items.length - 1 >= limit}
            aria-label={copy.add(channelSetupCopy.titles.push)}
            onClick={() => setAdding(true)}
          >
            {copy.pushClosed}
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
