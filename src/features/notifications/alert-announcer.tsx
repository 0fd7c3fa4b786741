/** Announces new alerts: toast, aria-live region and, with all tabs hidden, a browser notification. */
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { alertsPath } from '#domain/app-links.ts';
import { brand } from '#domain/brand.ts';
import { arrivalSentence, whyReceived } from '#src/copy/alert-arrival.ts';
import { collectibleName } from '#src/copy/thresholds.ts';
import { type ToastAction, useSession } from '#src/features/session/session-context.ts';
import type { AlertItem } from '#store/api/api-types.ts';
import { useGetNotificationSettingsQuery } from '#store/api/base-api.ts';
import { useAppDispatch, useAppSelector } from '#store/app-store.ts';
import {
  alertsAnnounced,
  selectIsNotificationLeader,
  selectUnannounced,
} from '#store/live.slice.ts';
import {
  hasPushSubscription,
  notificationPermission,
  showNotification,
} from './browser-notifications.ts';
import { isAnyTabVisible, shareTabVisibility } from './tab-visibility.ts';

export function AlertAnnouncer() {
  const unannounced = useAppSelector(selectUnannounced);
  const isLeader = useAppSelector(selectIsNotificationLeader);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { showToast } = useSession();
  const [sentence, setSentence] = useState('');
  // Without permission in this browser the setting is not needed.
  useGetNotificationSettingsQuery(undefined, { skip: notificationPermission() !== 'granted' });
  useEffect(shareTabVisibility, []);
  useEffect(() => {
    const newest = unannounced.at(-1);
    if (newest === undefined) return;
    dispatch(alertsAnnounced(unannounced.map(({ id }) => id)));
    const arrived = arrivalSentence(unannounced);
    const open = () => navigate(alertsPath({ alert: newest.id }));
    setSentence(arrived);
    showToast(arrived, 'alert', {
      label: whyReceived,
      run: open,
      ...marketPageOf(unannounced),
    });
    if (isLeader) void notifyIfHidden({ body: arrived, tag: newest.id, onChosen: open });
  }, [unannounced, isLeader, dispatch, navigate, showToast]);
  return (
    <p className="vh" role="status">
      {sentence}
    </p>
  );
}

/** Of a single alert: several are about different collectibles. */
function marketPageOf(alerts: readonly AlertItem[]): Pick<ToastAction, 'marketPage'> {
  const [alert] = alerts;
  if (alert?.collectibleUrl === undefined || alerts.length > 1) return {};
  const { matchName, category, collectibleName: name, collectibleUrl: url } = alert;
  return { marketPage: { url, target: `${matchName}, ${collectibleName(category, name)}` } };
}

/** Shows a notification unless a tab of Vigía is visible, which shows the toast, or a push message does. */
async function notifyIfHidden(notification: {
  body: string;
  tag: string;
  onChosen: () => void;
}): Promise<void> {
  if (!document.hidden || (await isAnyTabVisible()) || (await hasPushSubscription())) return;
  showNotification({ title: brand.name, ...notification });
}
