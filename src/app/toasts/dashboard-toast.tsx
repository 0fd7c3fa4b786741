/** The two toasts with a mark: of an alert, and of a threshold that was changed. */
import { type CustomContentProps, closeSnackbar, SnackbarContent } from 'notistack';
import type { ReactNode, Ref } from 'react';
import { Icon, type IconName } from '#src/components/icon.tsx';
import styles from './toast.module.css';

declare module 'notistack' {
  interface VariantOverrides {
    alert: true;
  }
}

type ToastProps = CustomContentProps & { readonly ref?: Ref<HTMLDivElement> };

/** No live region of its own: the dashboard's polite region announces it. */
export const AlertToast = (props: ToastProps) => (
  <MarkedToast {...props} icon="alert">
    <button
      type="button"
      className="iconbtn"
      aria-label="Cerrar aviso"
      onClick={() => closeSnackbar(props.id)}
    >
      <Icon name="close" />
    </button>
  </MarkedToast>
);

/** With the line's mark; announced politely. */
export const ThresholdToast = (props: ToastProps) => (
  <MarkedToast {...props} icon="line" role="status" />
);

function MarkedToast({
  ref,
  id,
  message,
  action,
  icon,
  role,
  children,
}: ToastProps & {
  readonly icon: IconName;
  readonly role?: 'status';
  readonly children?: ReactNode;
}) {
  return (
    <SnackbarContent ref={ref} className={styles.toast} role={role} data-testid="toast">
      <span className={styles.toast__k} aria-hidden="true">
        <Icon name={icon} />
      </span>
      <p>{message}</p>
      {typeof action === 'function' ? action(id) : action}
      {children}
    </SnackbarContent>
  );
}
