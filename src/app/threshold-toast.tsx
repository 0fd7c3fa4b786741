/** The toast of a threshold that was changed, with the line's mark; announced politely. */
import { type CustomContentProps, SnackbarContent } from 'notistack';
import type { Ref } from 'react';
import { Icon } from '#src/components/icon.tsx';
import styles from './toast.module.css';

export function ThresholdToast({
  ref,
  id,
  message,
  action,
}: CustomContentProps & { ref?: Ref<HTMLDivElement> }) {
  return (
    <SnackbarContent ref={ref} className={styles.toast} role="status" data-testid="toast">
      <span className={styles.toast__k} aria-hidden="true">
        <Icon name="line" />
      </span>
      <p>{message}</p>
      {typeof action === 'function' ? action(id) : action}
    </SnackbarContent>
  );
}
