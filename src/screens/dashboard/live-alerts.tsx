/** Announces an alert the moment it arrives: a toast for the eyes, a polite region for the ears. */
import { useEffect, useRef } from 'react';
import { useAppSelector } from '#store/app-store.ts';
import { selectLastAlert } from '#store/live.slice.ts';
import { useSession } from '../session-context.ts';

export function LiveAlerts() {
  const alert = useAppSelector(selectLastAlert);
  const { showToast } = useSession();
  const told = useRef<string | null>(null);
  const sentence = alert === null ? '' : `Un umbral cruzado: ${alert.matchName}, ${money(alert)}`;
  useEffect(() => {
    if (alert === null || told.current === alert.id) return;
    told.current = alert.id;
    showToast(sentence, 'info');
  }, [alert, sentence, showToast]);
  return (
    <p className="vh" role="status">
      {sentence}
    </p>
  );
}

const money = ({ valueCents, currency }: { valueCents: number; currency: string }): string =>
  new Intl.NumberFormat('es-ES', { style: 'currency', currency }).format(valueCents / 100);
