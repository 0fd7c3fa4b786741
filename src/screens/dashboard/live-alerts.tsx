/** Announces an alert the moment it arrives: a toast for the eyes, a polite region for the ears, a browser notice for another tab. */
import { useEffect, useRef } from 'react';
import { brand } from '#domain/brand.ts';
import { useGetNotificationsQuery } from '#store/api/monitoring-api.ts';
import { useAppSelector } from '#store/app-store.ts';
import { selectLastAlert } from '#store/live.slice.ts';
import { noticePermission, showNotice } from '../browser-notices.ts';
import { useSession } from '../session-context.ts';

export function LiveAlerts() {
  const alert = useAppSelector(selectLastAlert);
  const { showToast } = useSession();
  // Whoever has not allowed notices here is not asked about them.
  const { data: notifications } = useGetNotificationsQuery(undefined, {
    skip: noticePermission() !== 'granted',
  });
  const wantsNotices = notifications?.navegador ?? false;
  const told = useRef<string | null>(null);
  const sentence = alert === null ? '' : `Un umbral cruzado: ${alert.matchName}, ${money(alert)}`;
  useEffect(() => {
    if (alert === null || told.current === alert.id) return;
    told.current = alert.id;
    showToast(sentence, 'info');
  }, [alert, sentence, showToast]);
  const noticed = useRef<string | null>(null);
  useEffect(() => {
    if (alert === null || !wantsNotices || noticed.current === alert.id) return;
    noticed.current = alert.id;
    if (document.hidden) showNotice({ title: brand.name, body: sentence, tag: alert.id });
  }, [alert, sentence, wantsNotices]);
  return (
    <p className="vh" role="status">
      {sentence}
    </p>
  );
}

const money = ({ valueCents, currency }: { valueCents: number; currency: string }): string =>
  new Intl.NumberFormat('es-ES', { style: 'currency', currency }).format(valueCents / 100);
