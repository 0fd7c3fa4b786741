/** A modal `<dialog>`: the browser traps focus, closes on Esc and restores focus. A bottom sheet on phones. */
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Icon } from './icon.tsx';

export interface DialogProps {
  readonly title: string;
  readonly subtitle?: string;
  readonly className?: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Dialog({ title, subtitle, className = '', onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closed before it is removed: a dialog removed while open does not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element !== null && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`${styles.modal} ${className}`}
      aria-labelledby={titleId}
      aria-describedby={subtitle === undefined ? undefined : `${titleId}-sub`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.modal__head}>
        <div>
          <h2 className="title" id={titleId}>
            {title}
          </h2>
          {subtitle !== undefined && (
            <p className="meta" id={`${titleId}-sub`}>
              {subtitle}
            </p>
          )}
        </div>
        <button type="button" className="iconbtn" aria-label="Cerrar" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  );
}

/** Buttons at the foot: the one that leaves, then what the dialog is for. */
export const DialogFoot = (props: {
  readonly leaveLabel: string;
  readonly onLeave: () => void;
  readonly children: ReactNode;
}) => (
  <p className="modal__foot">
    <Button variant="quiet" onClick={props.onLeave}>
      {props.leaveLabel}
    </Button>
    {props.children}
  </p>
);
