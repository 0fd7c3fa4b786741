/** Labelled text field; a hint, or the error in its place, is linked by `aria-describedby`. */
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { Icon } from './icon.tsx';
import styles from './password-field.module.css';

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: ReactNode;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** Stands to the right of the label. */
  readonly aside?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

export function TextField({
  label,
  error,
  hint,
  aside,
  ref,
  id: inputId,
  ...input
}: TextFieldProps) {
  const generatedId = useId();
  const id = inputId ?? generatedId;
  const noteId = error !== undefined || hint !== undefined ? `${id}-note` : undefined;
  const labelElement = <label htmlFor={id}>{label}</label>;
  return (
    <div className="field">
      {aside === undefined ? (
        labelElement
      ) : (
        <div className={styles.field__row}>
          {labelElement}
          {aside}
        </div>
      )}
      <input
        {...input}
        id={id}
        ref={ref}
        className="input"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={noteId}
      />
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  );
}

export function FieldNote({
  id,
  error,
  hint,
}: {
  readonly id: string | undefined;
  readonly error: string | undefined;
  readonly hint?: ReactNode;
}) {
  if (error !== undefined) {
    return (
      <p className="field__error" id={id}>
        <Icon name="warning" />
        {error}
      </p>
    );
  }
  return hint === undefined ? null : (
    <p className="field__hint" id={id}>
      {hint}
    </p>
  );
}
