/** A labelled text field: hint below, and an error in its place when there is one, tied to the input. */
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { Icon } from './icon.tsx';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: ReactNode;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** Stands to the right of the label. */
  readonly aside?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, error, hint, aside, ref, id: given, ...input }: FieldProps) {
  const made = useId();
  const id = given ?? made;
  const note = error !== undefined || hint !== undefined ? `${id}-note` : undefined;
  const labelElement = <label htmlFor={id}>{label}</label>;
  return (
    <div className="field">
      {aside === undefined ? (
        labelElement
      ) : (
        <div className="field__row">
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
        aria-describedby={note}
      />
      <FieldNote id={note} error={error} hint={hint} />
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
