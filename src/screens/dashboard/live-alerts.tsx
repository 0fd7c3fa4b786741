/** Announces an alert the moment it arrives: a toast for the eyes, a polite region for the ears. */
import { enqueueSnackbar } from 'notistack';
import { useEffect, useRef } from 'react';
import { useAppSelector } from '#store/app-store.ts';
import { selectLastAlert } from '#store/live.slice.ts';

export function LiveAlerts() {
  const alert = useAppSelector(selectLastAlert);
  const told = useRef<string | null>(null);
  const sentence = alert === null ? '' : `Un umbral cruzado: ${alert.matchName}, ${money(alert)}`;
  useEffect(() => {
    if (alert === null || told.current === alert.id) return;
    told.current = alert.id;
    enqueueSnackbar(sentence, { variant: 'info' });
  }, [alert, sentence]);
  return (
    <p className="vh" role="status">
      {sentence}
    </p>
  );
}

const money = ({ valueCents, currency }: { valueCents: number; currency: string }): string =>
  new Intl.NumberFormat('es-ES', { style: 'currency', currency }).format(valueCents / 100);
