/** Announces alerts the moment they arrive: a toast for the eyes, a polite region for the ears, a browser notice for whoever looks elsewhere. */
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { brand } from '#domain/brand.ts';
import { alertDetailsCopy, arrivalSentence } from '#src/copy/alerts.ts';
import {
  notificationPermission,
  showNotification,
} from '#src/features/notifications/browser-notifications.ts';
import { isAnyTabVisible, shareTabVisibility } from '#src/features/notifications/tab-visibility.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { useGetNotificationsQuery } from '#store/api/base-api.ts';
import { useAppDispatch, useAppSelector } from '#store/app-store.ts';
import { alertsAnnounced, selectIsOnWatch, selectUnannounced } from '#store/live.slice.ts';

export function AlertAnnouncer() {
  const untold = useAppSelector(selectUnannounced);
  const isOnWatch = useAppSelector(selectIsOnWatch);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { showToast } = useSession();
  const [sentence, setSentence] = useState('');
  // Whoever has not allowed notices here is not asked about them.
  useGetNotificationsQuery(undefined, { skip: notificationPermission() !== 'granted' });
  useEffect(shareTabVisibility, []);
  useEffect(() => {
    const newest = untold.at(-1);
    if (newest === undefined) return;
    dispatch(alertsAnnounced(untold.map(({ id }) => id)));
    const arrived = arrivalSentence(untold);
    const open = () => navigate(`/dashboard/alertas?alerta=${newest.id}`);
    setSentence(arrived);
    showToast(arrived, 'alert', { label: alertDetailsCopy.ask, run: open });
    if (isOnWatch) void notice({ body: arrived, tag: newest.id, onChosen: open });
  }, [untold, isOnWatch, dispatch, navigate, showToast]);
  return (
    <p className="vh" role="status">
      {sentence}
    </p>
  );
}

/** Not for someone who is looking at any of Vigía's tabs: they have the toast. */
async function notice(shown: { body: string; tag: string; onChosen: () => void }): Promise<void> {
  if (!document.hidden || (await isAnyTabVisible())) return;
  showNotification({ title: brand.name, ...shown });
}
