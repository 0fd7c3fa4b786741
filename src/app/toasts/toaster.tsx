/** Shows toasts with notistack. Loaded after the first screen; `showToast` waits until it is mounted. */
import { closeSnackbar, enqueueSnackbar, type SnackbarKey, SnackbarProvider } from 'notistack';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { Button } from '#src/components/button.tsx';
import { MarketPageLink } from '#src/features/prices/market-page-link.tsx';
import type {
  ShowToast,
  ToastAction,
  ToastVariant,
} from '#src/features/session/session-context.ts';
import { AlertToast, ThresholdToast } from './dashboard-toast.tsx';
import { PoliteToast } from './polite-toast.tsx';
import styles from './toast.module.css';
import { actionToastMs, errorToastMs, successToastMs } from './toast-durations.ts';

const maxToasts = 20;

let mounted: Promise<void> | null = null;

export async function showToast(...[message, variant, action]: Parameters<ShowToast>) {
  mounted ??= mount();
  await mounted;
  if (variant === 'alert') return showAlert(message, action);
  enqueueSnackbar(message, {
    variant,
    autoHideDuration: durationOf(variant, action),
    action: action && ((key: SnackbarKey) => <ActionButton toastKey={key} {...action} />),
  });
}

let lastAlert: SnackbarKey | null = null;

/** One at a time: earlier alerts are counted in the tab's title and listed on the alerts page. */
function showAlert(message: string, action: ToastAction | undefined): void {
  if (lastAlert !== null) closeSnackbar(lastAlert);
  lastAlert = enqueueSnackbar(message, {
    variant: 'alert',
    persist: true,
    action:
      action &&
      ((key: SnackbarKey) => (
        <span className={styles.toast__acts}>
          <ActionButton toastKey={key} {...action} />
          {action.marketPage !== undefined && (
            <MarketPageLink className="btn btn--quiet btn--sm" {...action.marketPage} />
          )}
        </span>
      )),
  });
}

function durationOf(variant: ToastVariant, action: ToastAction | undefined): number {
  if (action !== undefined) return actionToastMs;
  return variant === 'error' ? errorToastMs : successToastMs;
}

function ActionButton({ toastKey, label, run }: ToastAction & { toastKey: SnackbarKey }) {
  const onClick = () => {
    closeSnackbar(toastKey);
    run();
  };
  return (
    <Button variant="quiet" small onClick={onClick}>
      {label}
    </Button>
  );
}

/** A React root of its own: toasts survive screen changes, and no screen waits for them. */
function mount(): Promise<void> {
  const host = document.body.appendChild(document.createElement('div'));
  return new Promise((resolve) => createRoot(host).render(<Toaster onMounted={resolve} />));
}

function Toaster({ onMounted }: { onMounted: () => void }) {
  useEffect(onMounted, [onMounted]);
  return (
    <SnackbarProvider
      maxSnack={maxToasts}
      Components={{ alert: AlertToast, success: PoliteToast, info: ThresholdToast }}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    />
  );
}
