/** The toast of an alert. No live region of its own: the dashboard's polite region announces it. */
import { type CustomContentProps, closeSnackbar, SnackbarContent } from 'notistack';
import type { Ref } from 'react';
import { Icon } from '#src/components/icon.tsx';
import styles from './toast.module.css';

declare module 'notistack' {
  interface VariantOverrides {
    alert: true;
  }
}

export function AlertToast({
  ref,
  id,
  message,
  action,
}: CustomContentProps & { ref?: Ref<HTMLDivElement> }) {
  return (
    <SnackbarContent ref={ref} className={styles.toast} data-testid="toast">
      <span className={styles.toast__k} aria-hidden="true">
        <Icon name="alert" />
      </span>
      <p>{message}</p>
      {typeof action === 'function' ? action(id) : action}
      <button
        type="button"
        className="iconbtn"
        aria-label="Cerrar aviso"
        onClick={() => closeSnackbar(id)}
      >
        <Icon name="close" />
      </button>
    </SnackbarContent>
  );
}
